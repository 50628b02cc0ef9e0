package io.github.tgp4j.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The layout that model files and checkpoints share; docs/model-file.md describes it. All numbers
 * are little-endian.
 *
 * <pre>
 *   0   8  the magic bytes 89 54 47 50 0D 0A 1A 0A ("TGP" that a text-mode copy damages visibly)
 *   8   4  format version
 *   12  4  H, the length of the header in bytes
 *   16  8  the length of the file in bytes
 *   24  H  the header, JSON in UTF-8, then zeros up to a multiple of 8
 *       …  arrays of float64, one after the other, as the header lists them
 *      32  SHA-256 of everything before
 * </pre>
 */
final class Container {
  static final int VERSION = 1;
  static final int PREAMBLE = 24;
  static final int CHECKSUM = 32;

  /** Headers are small: a longer one is a mistake or an attack. */
  static final int LONGEST_HEADER = 64 << 20;

  private static final byte[] MAGIC = {(byte) 0x89, 'T', 'G', 'P', '\r', '\n', 0x1a, '\n'};

  private Container() {}

  static boolean isMagic(byte[] start) {
    return java.util.Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  static ByteBuffer preamble(int headerLength, long fileLength) {
    ByteBuffer preamble = ByteBuffer.allocate(PREAMBLE).order(ByteOrder.LITTLE_ENDIAN);
    preamble.put(MAGIC).putInt(VERSION).putInt(headerLength).putLong(fileLength);
    return preamble.flip();
  }

  /** Where the arrays begin. */
  static long arraysAt(long headerLength) {
    return (PREAMBLE + headerLength + 7) / 8 * 8;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
