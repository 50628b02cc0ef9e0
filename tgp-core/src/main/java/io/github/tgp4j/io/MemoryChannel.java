package io.github.tgp4j.io;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Bytes in memory, read as a file is. */
final class MemoryChannel implements SeekableByteChannel {
  private final byte[] bytes;
  private int at;

  MemoryChannel(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read(ByteBuffer to) {
    if (at == bytes.length) {
      return -1;
    }
    int count = Math.min(to.remaining(), bytes.length - at);
    to.put(bytes, at, count);
    at += count;
    return count;
  }

  @Override
  public long position() {
    return at;
  }

  @Override
  public SeekableByteChannel position(long position) {
    at = (int) Math.min(position, bytes.length);
    return this;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public int write(ByteBuffer from) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {
    // memory needs no closing
  }
}
