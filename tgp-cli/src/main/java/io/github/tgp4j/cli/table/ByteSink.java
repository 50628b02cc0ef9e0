package io.github.tgp4j.cli.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes gathered in a buffer on their way to a file. */
final class ByteSink implements AutoCloseable {
  private static final int SIZE = 1 << 16;

  private final OutputStream out;
  private final byte[] buffer = new byte[SIZE];
  private int used;

  ByteSink(OutputStream out) {
    this.out = out;
  }

  void put(char ascii) throws IOException {
    reserve(1);
    buffer[used++] = (byte) ascii;
  }

  void put(double finite) throws IOException {
    reserve(DoubleText.LONGEST);
    used = DoubleText.write(finite, buffer, used);
  }

  void put(long value) throws IOException {
    reserve(DoubleText.LONGEST);
    used = DoubleText.write(value, buffer, used);
  }

  void put(String text) throws IOException {
    if (text.length() < 256 && isAscii(text)) {
      reserve(text.length());
      for (int i = 0; i < text.length(); i++) {
        buffer[used++] = (byte) text.charAt(i);
      }
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    flush();
    out.write(bytes);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 128) {
        return false;
      }
    }
    return true;
  }

  private void reserve(int bytes) throws IOException {
    if (used + bytes > SIZE) {
      flush();
    }
  }

  private void flush() throws IOException {
    out.write(buffer, 0, used);
    used = 0;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
