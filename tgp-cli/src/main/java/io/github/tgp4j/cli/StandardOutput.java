package io.github.tgp4j.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** A command's printed output as a stream of UTF-8; knows when nobody reads it any more. */
final class StandardOutput extends OutputStream {
  private final PrintWriter out;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
  private final CharBuffer chars = CharBuffer.allocate(1 << 16);
  private boolean closed;

  StandardOutput(PrintWriter out) {
    this.out = out;
  }

  /** Whether the reader has gone, as {@code head} does when it has enough. */
  boolean isClosed() {
    return closed;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int at, int count) throws IOException {
    int done = 0;
    while (done < count) {
      int part = Math.min(count - done, bytes.remaining());
      bytes.put(from, at + done, part);
      done += part;
      pass(false);
    }
    if (out.checkError()) {
      closed = true;
      throw new IOException("nobody reads it any more");
    }
  }

  /** Hands over whole letters; the beginning of one waits for its end. */
  private void pass(boolean end) {
    bytes.flip();
    decoder.decode(bytes, chars, end);
    bytes.compact();
    chars.flip();
    out.append(chars);
    chars.clear();
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    pass(true);
    out.flush();
  }
}
