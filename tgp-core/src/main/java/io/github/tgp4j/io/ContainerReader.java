package io.github.tgp4j.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Reads a file that may be anything: nothing is believed, and no memory taken, before it was
 * compared with the length of the file.
 */
final class ContainerReader {
  private static final int BUFFER = 1 << 16;

  private final SeekableByteChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  private ContainerReader(SeekableByteChannel channel) {
    this.channel = channel;
  }

  /**
   * Reads the whole file.
   *
   * @param kind "model" or "checkpoint", as the header must say
   */
  static Contents read(Path from, String kind) {
    try (FileChannel channel = FileChannel.open(from)) {
      return new ContainerReader(channel).read(kind);
    } catch (NoSuchFileException e) {
      throw new ModelFileException(from + ": there is no such file; look at the path", e);
    } catch (IOException e) {
      throw new ModelFileException(
          from + ": reading failed (" + e + "); look at its permissions and at the disk", e);
    } catch (ModelFileException e) {
      throw new ModelFileException(from + ": " + e.getMessage(), e);
    }
  }

  /** The same of bytes in memory. */
  static Contents read(byte[] bytes, String kind) {
    try (MemoryChannel channel = new MemoryChannel(bytes)) {
      return new ContainerReader(channel).read(kind);
    } catch (IOException e) {
      throw new IllegalStateException("memory can be read", e);
    }
  }

  /**
   * The bytes of one file from a stream, which is left behind its last byte. No memory is taken
   * before the bytes that fill it have come.
   */
  static byte[] bytes(InputStream in) throws IOException {
    byte[] start = in.readNBytes(Container.PREAMBLE);
    if (start.length < Container.PREAMBLE || !Container.isMagic(start)) {
      return start; // reading them says what is wrong
    }
    long length = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getLong(16);
    if (length > Integer.MAX_VALUE - 8) {
      throw new ModelFileException(
          "length: expected at most 2 GB in a stream but it claims "
              + Long.toUnsignedString(length)
              + " bytes; read it from a file");
    }
    byte[] rest = in.readNBytes((int) Math.max(0, length - start.length));
    byte[] all = Arrays.copyOf(start, start.length + rest.length);
    System.arraycopy(rest, 0, all, start.length, rest.length);
    return all;
  }

  private Contents read(String kind) throws IOException {
    long length = channel.size();
    int headerLength = preamble(length);
    verify(length);
    channel.position(Container.PREAMBLE);
    byte[] text = bytes(headerLength);
    Map<String, Object> header = parse(text);
    Node root = Node.of(header);
    String got = root.get("kind").text();
    if (!got.equals(kind)) {
      throw new ModelFileException(
          "expected a " + kind + " but got a " + got + "; give the path of a " + kind);
    }
    Contents contents = new Contents(header);
    long at = Container.arraysAt(headerLength);
    channel.position(at);
    arrays(root.get("arrays").list(), length - Container.CHECKSUM - at, contents);
    return contents;
  }

  /** Checks what stands before the header and returns its length. */
  private int preamble(long length) throws IOException {
    byte[] start = bytes((int) Math.min(length, Container.PREAMBLE));
    if (start.length < 8 || !Container.isMagic(start)) {
      throw new ModelFileException(
          "not a tgp model file or checkpoint"
              + "; it is of another kind, or was changed on its way, as by a copy in text mode");
    }
    if (length < Container.PREAMBLE + Container.CHECKSUM) {
      throw cutOff("at least " + (Container.PREAMBLE + Container.CHECKSUM), length);
    }
    ByteBuffer preamble = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    int version = preamble.getInt(8);
    if (version < 1 || version > Container.VERSION) {
      throw new ModelFileException(
          "format version: expected 1 to "
              + Container.VERSION
              + " but got "
              + Integer.toUnsignedString(version)
              + "; read it with a newer version of the library");
    }
    long claimed = preamble.getLong(16);
    if (length < claimed) {
      throw cutOff(Long.toString(claimed), length);
    }
    int header = preamble.getInt(12);
    if (claimed != length
        || header < 2
        || header > Container.LONGEST_HEADER
        || Container.arraysAt(header) > length - Container.CHECKSUM) {
      throw new ModelFileException(
          "lengths: expected a header of 2 to "
              + Container.LONGEST_HEADER
              + " bytes in a file of "
              + length
              + " but it claims "
              + Integer.toUnsignedString(header)
              + " in a file of "
              + Long.toUnsignedString(claimed)
              + "; the file is damaged, take another copy");
    }
    return header;
  }

  private static ModelFileException cutOff(String expected, long got) {
    return new ModelFileException(
        "cut off: expected "
            + expected
            + " bytes but got "
            + got
            + "; copy it again, or take another copy");
  }

  private void verify(long length) throws IOException {
    MessageDigest digest = Container.digest();
    channel.position(0);
    long left = length - Container.CHECKSUM;
    while (left > 0) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), left));
      fill(buffer);
      left -= buffer.flip().remaining();
      digest.update(buffer);
    }
    if (!MessageDigest.isEqual(digest.digest(), bytes(Container.CHECKSUM))) {
      throw new ModelFileException(
          "checksum: expected the SHA-256 of the contents but got another; the file was damaged or"
              + " changed, take another copy");
    }
  }

  private static Map<String, Object> parse(byte[] text) {
    try {
      return Node.of(
              JsonReader.read(
                  StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString()))
          .object();
    } catch (CharacterCodingException e) {
      throw new ModelFileException("header: expected UTF-8 but got other bytes", e);
    }
  }

  /** The arrays fill their section without gaps: together they cannot be larger than the file. */
  private void arrays(List<Node> list, long section, Contents contents) throws IOException {
    long at = 0;
    for (Node item : list) {
      String name = item.get("name").text();
      List<Node> dimensions = item.get("shape").list();
      int[] shape = new int[dimensions.size()];
      long count = 1;
      long most = Math.min((section - at) / 8, Integer.MAX_VALUE - 8);
      for (int d = 0; d < shape.length; d++) {
        shape[d] = dimensions.get(d).whole(0, Integer.MAX_VALUE);
        if (shape[d] > 0 && count > most / shape[d]) {
          throw new ModelFileException(
              "array "
                  + name
                  + ": its shape asks for more than the "
                  + 8 * most
                  + " bytes that the file has left for it");
        }
        count *= shape[d];
      }
      if (item.get("offset").whole() != at) {
        throw item.get("offset").wrong(at + ", where the array before ends,");
      }
      if (contents.has(name)) {
        throw new ModelFileException("array " + name + ": is listed twice");
      }
      contents.put(name, new StoredArray(shape, doubles((int) count)));
      at += 8 * count;
    }
    if (at != section) {
      throw new ModelFileException(
          "arrays: expected "
              + section
              + " bytes of them, as the file has, but the header lists "
              + at);
    }
  }

  private double[] doubles(int count) throws IOException {
    double[] values = new double[count];
    for (int i = 0; i < count; ) {
      int next = Math.min(count - i, BUFFER / 8);
      buffer.clear().limit(8 * next);
      fill(buffer);
      buffer.flip();
      buffer.asDoubleBuffer().get(values, i, next);
      i += next;
    }
    return values;
  }

  private byte[] bytes(int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    fill(bytes);
    return bytes.array();
  }

  private void fill(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("the file became shorter while it was read");
      }
    }
  }
}
