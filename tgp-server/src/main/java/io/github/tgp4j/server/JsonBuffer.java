package io.github.tgp4j.server;

import io.github.tgp4j.cli.table.DoubleText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON that is written piece by piece into memory, without an object per number. */
final class JsonBuffer {
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int size;

  JsonBuffer(int capacity) {
    bytes = new byte[Math.max(64, capacity)];
  }

  /** Appends what is JSON already, such as brackets and names; ASCII. */
  JsonBuffer raw(String ascii) {
    reserve(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      bytes[size++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  JsonBuffer raw(byte[] json) {
    reserve(json.length);
    System.arraycopy(json, 0, bytes, size, json.length);
    size += json.length;
    return this;
  }

  JsonBuffer raw(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
    return this;
  }

  /** Appends a number; null where it is not finite, since JSON has none such. */
  JsonBuffer number(double value) {
    if (!Double.isFinite(value)) {
      return raw(NULL);
    }
    reserve(DoubleText.LONGEST);
    size = DoubleText.write(value, bytes, size);
    return this;
  }

  /** Appends a list of numbers. */
  JsonBuffer numbers(double[] values) {
    raw('[');
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        raw(',');
      }
      number(values[i]);
    }
    return raw(']');
  }

  /** Appends a text in quotes. */
  JsonBuffer text(String value) {
    return raw(quoted(value));
  }

  /** A text in quotes, with what JSON and terminals do not take escaped. */
  static byte[] quoted(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[6 * utf8.length + 2];
    int at = 0;
    out[at++] = '"';
    for (byte b : utf8) {
      if (b == '"' || b == '\\') {
        out[at++] = '\\';
        out[at++] = b;
      } else if (b >= 0 && b < 0x20 || b == 0x7f) {
        out[at++] = '\\';
        out[at++] = 'u';
        out[at++] = '0';
        out[at++] = '0';
        out[at++] = HEX[b >> 4];
        out[at++] = HEX[b & 15];
      } else {
        out[at++] = b;
      }
    }
    out[at++] = '"';
    return Arrays.copyOf(out, at);
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }

  int size() {
    return size;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  /** Writes all that was appended and forgets it. */
  void writeTo(OutputStream to) throws IOException {
    to.write(bytes, 0, size);
    size = 0;
  }
}
