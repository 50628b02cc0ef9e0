package io.github.tgp4j.server;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An input of the Open Inference Protocol: a name, a datatype, a shape and values, in JSON or, as
 * an extension that clients use by default, in bytes behind it.
 */
final class Tensor {
  private Tensor() {}

  /** The values as a column: one per row. */
  static GatheredColumn column(Map<String, Object> tensor, ByteBuffer bytes) {
    if (!(tensor.get("name") instanceof String name)) {
      throw ApiException.badRequest("inputs: expected a name for each");
    }
    String type = String.valueOf(tensor.get("datatype"));
    int count = count(name, tensor.get("shape"));
    Object size =
        tensor.get("parameters") instanceof Map<?, ?> parameters
            ? parameters.get("binary_data_size")
            : null;
    List<Object> values =
        size == null
            ? listed(name, tensor.get("data"))
            : packed(name, type, count, slice(name, bytes, size));
    if (values.size() != count) {
      throw ApiException.badRequest(
          "input "
              + name
              + ": expected "
              + count
              + " values, as its shape says, but got "
              + values.size());
    }
    GatheredColumn out = new GatheredColumn(name, count);
    for (Object value : values) {
      add(out, name, type, value);
    }
    return out;
  }

  /** Rows of a shape [n] or [n, 1]. */
  private static int count(String name, Object shape) {
    if (shape instanceof List<?> list
        && !list.isEmpty()
        && list.get(0) instanceof Long rows
        && rows >= 0
        && rows <= Integer.MAX_VALUE
        && list.stream().skip(1).allMatch(Long.valueOf(1)::equals)) {
      return rows.intValue();
    }
    throw ApiException.badRequest(
        "input " + name + ": expected the shape [rows] or [rows, 1] but got " + shape);
  }

  /** Values of JSON, which may lie in lists of lists. */
  private static List<Object> listed(String name, Object data) {
    if (!(data instanceof List<?> list)) {
      throw ApiException.badRequest("input " + name + ": expected a list of data");
    }
    List<Object> out = new ArrayList<>();
    for (Object value : list) {
      if (value instanceof List<?> inner && inner.size() == 1) {
        out.add(inner.get(0));
      } else {
        out.add(value);
      }
    }
    return out;
  }

  private static ByteBuffer slice(String name, ByteBuffer bytes, Object size) {
    if (!(size instanceof Long length) || length < 0 || length > bytes.remaining()) {
      throw ApiException.badRequest(
          "input " + name + ": expected " + size + " bytes behind the JSON but there are fewer");
    }
    ByteBuffer own = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    own.limit(length.intValue());
    bytes.position(bytes.position() + length.intValue());
    return own;
  }

  private static List<Object> packed(String name, String type, int count, ByteBuffer from) {
    List<Object> out = new ArrayList<>();
    try {
      while (from.hasRemaining() && out.size() <= count) {
        out.add(value(name, type, from));
      }
    } catch (java.nio.BufferUnderflowException e) {
      throw ApiException.badRequest(
          "input " + name + ": its bytes end in the middle of a value of " + type);
    }
    return out;
  }

  private static Object value(String name, String type, ByteBuffer from) {
    switch (type) {
      case "FP64":
        return from.getDouble();
      case "FP32":
        return (double) from.getFloat();
      case "INT8":
        return (double) from.get();
      case "UINT8":
        return (double) (from.get() & 0xff);
      case "BOOL":
        return from.get() != 0;
      case "INT16":
        return (double) from.getShort();
      case "UINT16":
        return (double) (from.getShort() & 0xffff);
      case "INT32":
        return (double) from.getInt();
      case "UINT32":
        return (double) (from.getInt() & 0xffffffffL);
      case "INT64", "UINT64":
        return (double) from.getLong();
      case "BYTES":
        int length = from.getInt();
        if (length < 0 || length > from.remaining()) {
          throw ApiException.badRequest("input " + name + ": a text is longer than its bytes");
        }
        byte[] text = new byte[length];
        from.get(text);
        return new String(text, StandardCharsets.UTF_8);
      default:
        throw ApiException.badRequest(
            "input "
                + name
                + ": expected the datatype FP64, FP32, INT8 to INT64, UINT8 to UINT64, BOOL or"
                + " BYTES but got "
                + type);
    }
  }

  private static void add(GatheredColumn to, String name, String type, Object value) {
    if (value == null || value instanceof Double number && number.isNaN()) {
      to.addMissing();
    } else if (value instanceof Boolean flag) {
      to.addText(flag.toString());
    } else if (value instanceof Number number && !type.equals("BYTES")) {
      to.addNumber(number.doubleValue(), null);
    } else if (value instanceof String text && type.equals("BYTES")) {
      if (text.isEmpty()) {
        to.addMissing();
      } else {
        to.addText(text);
      }
    } else {
      throw ApiException.badRequest(
          "input " + name + ": expected values of the datatype " + type + " or null");
    }
  }
}
