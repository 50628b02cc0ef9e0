package io.github.tgp4j.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/** A file to which everything that a command says is added, each line with its time. */
final class LogFile implements AutoCloseable {
  private final Writer file;
  private boolean lineBegins = true;

  private LogFile(Writer file) {
    this.file = file;
  }

  /** Adds to the file, which need not exist. */
  static LogFile open(Path path, String... args) {
    try {
      LogFile log =
          new LogFile(
              Files.newBufferedWriter(
                  path,
                  StandardCharsets.UTF_8,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND));
      log.add("tgp " + String.join(" ", args) + "\n");
      log.add(new Version().getVersion()[0] + "\n");
      return log;
    } catch (IOException e) {
      throw new UserException("--log: " + path + " cannot be written: " + e.getMessage());
    }
  }

  /** What goes to a writer goes to the file, too. */
  PrintWriter also(PrintWriter writer) {
    return new PrintWriter(
        new Writer() {
          @Override
          public void write(char[] text, int at, int count) throws IOException {
            writer.write(text, at, count);
            add(new String(text, at, count));
          }

          @Override
          public void flush() throws IOException {
            writer.flush();
            file.flush();
            if (writer.checkError()) {
              throw new IOException("cannot be written");
            }
          }

          @Override
          public void close() throws IOException {
            flush();
          }
        },
        true);
  }

  private synchronized void add(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i) == '\r' ? '\n' : text.charAt(i); // a line that is written over
      if (c == '\n' && lineBegins) {
        continue;
      }
      if (lineBegins) {
        file.write(LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS) + "  ");
      }
      file.write(c);
      lineBegins = c == '\n';
    }
  }

  @Override
  public void close() {
    try (file) {
      add("\n");
    } catch (IOException e) {
      throw new UserException("--log: cannot be written: " + e.getMessage());
    }
  }
}
