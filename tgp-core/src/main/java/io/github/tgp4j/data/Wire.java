package io.github.tgp4j.data;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Takes what a learner knows to one on another machine. The same walk over its fields writes them,
 * and reads them into a learner that has seen no rows yet: each method is given a field's value and
 * returns the one that it shall have.
 */
final class Wire {
  private final DataOutputStream out; // null to read
  private final DataInputStream in; // null to write

  private Wire(DataOutputStream out, DataInputStream in) {
    this.out = out;
    this.in = in;
  }

  static byte[] write(Consumer<Wire> walk) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    walk.accept(new Wire(new DataOutputStream(bytes), null));
    return bytes.toByteArray();
  }

  static void read(byte[] bytes, Consumer<Wire> walk) {
    walk.accept(new Wire(null, new DataInputStream(new ByteArrayInputStream(bytes))));
  }

  long whole(long value) {
    try {
      if (in != null) {
        return in.readLong();
      }
      out.writeLong(value);
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "bytes: expected those of a learner of the same columns and version", e);
    }
  }

  boolean flag(boolean value) {
    return whole(value ? 1 : 0) == 1;
  }

  double number(double value) {
    return Double.longBitsToDouble(whole(Double.doubleToRawLongBits(value)));
  }

  private String text(String value) {
    byte[] bytes = value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8);
    int length = (int) whole(bytes.length);
    try {
      if (in != null) {
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
      }
      out.write(bytes);
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void texts(Map<String, Long> counts) {
    long size = whole(counts.size());
    if (in == null) {
      counts.forEach(
          (text, count) -> {
            text(text);
            whole(count);
          });
    }
    for (long i = 0; in != null && i < size; i++) {
      counts.put(text(null), whole(0));
    }
  }

  void numbers(Map<Double, Long> counts) {
    long size = whole(counts.size());
    if (in == null) {
      counts.forEach(
          (number, count) -> {
            number(number);
            whole(count);
          });
    }
    for (long i = 0; in != null && i < size; i++) {
      counts.put(number(0.0), whole(0));
    }
  }
}
