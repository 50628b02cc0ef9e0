package io.github.tgp4j.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Standard output that knows why it ended: a reader such as {@code head} that has enough is no
 * fault, a full disk is.
 */
final class PrintedOutput extends FilterOutputStream {
  private volatile boolean readerGone;

  PrintedOutput(OutputStream out) {
    super(out);
  }

  /** Whether what read the other end of the pipe has closed it. */
  boolean isReaderGone() {
    return readerGone;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int at, int count) throws IOException {
    try {
      out.write(from, at, count);
    } catch (IOException e) {
      // "Broken pipe", or "The pipe is being closed" on Windows: Java has no type for it
      readerGone |= String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
      throw e;
    }
  }
}
