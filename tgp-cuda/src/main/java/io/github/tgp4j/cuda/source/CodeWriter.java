package io.github.tgp4j.cuda.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** C text, line by line. */
final class CodeWriter {
  private final StringBuilder text = new StringBuilder();
  private int depth;
  private int numbers;

  /** One line; numbers as in {@link String#format}. */
  void line(String format, Object... values) {
    text.append("  ".repeat(depth)).append(format(format, values)).append('\n');
  }

  /** A line that opens a block. */
  void open(String format, Object... values) {
    line("%s {", format(format, values));
    depth++;
  }

  /** Ends the block. */
  void close() {
    depth--;
    line("}");
  }

  /** A number that it gives once, for names. */
  int number() {
    return numbers++;
  }

  /** Text as it is. */
  void text(String more) {
    text.append(more);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A file of C text that lies beside this class. */
  static String resource(String name) {
    try (InputStream in = CodeWriter.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "source " + name + ": expected it in the jar of tgp-cuda but it is not there");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
