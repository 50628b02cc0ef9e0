package io.github.tgp4j.benchmarks.fuzz;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A model file taken apart and put together again with a checksum that holds; docs/model-file.md.
 */
final class SignedFile {
  private static final int PREAMBLE = 24;
  private static final int CHECKSUM = 32;

  private final byte[] start;
  private final JsonObject header;
  private final double[] numbers;

  SignedFile(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int length = bytes.getInt(12);
    start = Arrays.copyOf(file, PREAMBLE);
    header =
        JsonParser.parseString(new String(file, PREAMBLE, length, StandardCharsets.UTF_8))
            .getAsJsonObject();
    int at = arraysAt(length);
    numbers = new double[(file.length - CHECKSUM - at) / 8];
    bytes.position(at).slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(numbers);
  }

  private static int arraysAt(int header) {
    return (PREAMBLE + header + 7) / 8 * 8;
  }

  JsonObject header() {
    return header;
  }

  double[] numbers() {
    return numbers;
  }

  byte[] bytes() {
    byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
    int at = arraysAt(text.length);
    ByteBuffer out =
        ByteBuffer.allocate(at + 8 * numbers.length + CHECKSUM).order(ByteOrder.LITTLE_ENDIAN);
    out.put(start).putInt(12, text.length).putLong(16, out.capacity()).put(text);
    out.position(at);
    for (double number : numbers) {
      out.putDouble(number);
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(out.array(), 0, out.capacity() - CHECKSUM);
      return out.put(digest.digest()).array();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
