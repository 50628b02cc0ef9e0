package io.github.tgp4j.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes header, arrays and checksum, to a {@link WholeFile} or a stream. */
final class ContainerWriter {
  private static final int BUFFER = 1 << 16;

  private final WritableByteChannel channel;
  private final MessageDigest digest = Container.digest();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  private ContainerWriter(WritableByteChannel channel) {
    this.channel = channel;
  }

  static void write(Path to, Contents contents) {
    try (WholeFile file = WholeFile.at(to)) {
      try (FileChannel channel =
          FileChannel.open(
              file.part(),
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        new ContainerWriter(channel).write(contents);
      }
      file.finish();
    } catch (IOException e) {
      throw new ModelFileException(
          to
              + ": writing failed ("
              + e
              + "); look for space and permissions in the directory; nothing was changed there",
          e);
    }
  }

  /** Writes to a stream, which stays open. */
  @SuppressWarnings("resource") // closing the channel would close the stream
  static void write(OutputStream to, Contents contents) throws IOException {
    new ContainerWriter(Channels.newChannel(to)).write(contents);
    to.flush();
  }

  private void write(Contents contents) throws IOException {
    Map<String, Object> header = new LinkedHashMap<>(contents.header);
    List<Object> list = new ArrayList<>();
    long offset = 0;
    for (Map.Entry<String, StoredArray> entry : contents.arrays().entrySet()) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("name", entry.getKey());
      List<Object> shape = new ArrayList<>();
      for (int length : entry.getValue().shape()) {
        shape.add(length);
      }
      item.put("shape", shape);
      item.put("offset", offset);
      list.add(item);
      offset += 8L * entry.getValue().values().length;
    }
    header.put("arrays", list);
    byte[] text = Container.utf8(JsonWriter.write(header));
    if (text.length > Container.LONGEST_HEADER) {
      throw new ModelFileException(
          "header: expected at most "
              + Container.LONGEST_HEADER
              + " bytes but got "
              + text.length
              + "; store fewer notes, settings or categories");
    }
    long arraysAt = Container.arraysAt(text.length);
    put(Container.preamble(text.length, arraysAt + offset + Container.CHECKSUM));
    put(ByteBuffer.wrap(text));
    put(ByteBuffer.wrap(new byte[(int) (arraysAt - Container.PREAMBLE - text.length)]));
    for (StoredArray array : contents.arrays().values()) {
      put(array.values());
    }
    flush();
    ByteBuffer checksum = ByteBuffer.wrap(digest.digest());
    while (checksum.hasRemaining()) {
      channel.write(checksum);
    }
  }

  private void put(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (!buffer.hasRemaining()) {
        flush();
      }
      int count = Math.min(buffer.remaining(), bytes.remaining());
      buffer.put(bytes.slice().limit(count));
      bytes.position(bytes.position() + count);
    }
  }

  private void put(double[] values) throws IOException {
    for (double value : values) {
      if (buffer.remaining() < 8) {
        flush();
      }
      buffer.putDouble(value);
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    digest.update(buffer.duplicate());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }
}
