package io.github.tgp4j.cli.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * How deep JSON is nested, seen in one pass in constant memory before DuckDB reads it: DuckDB
 * follows the nesting by recursion, and some thousand levels end the whole process.
 */
final class JsonDepth {
  /** No table is nested so deep. */
  static final int MOST = 64;

  private int depth;
  private boolean quoted;
  private boolean escaped;
  private long line = 1;

  private JsonDepth() {}

  /**
   * Refuses a file that is nested deeper.
   *
   * @throws TableException naming the line
   */
  static void check(Path file) {
    JsonDepth depth = new JsonDepth();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = FileCheck.open(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        for (int i = 0; i < n; i++) {
          if (depth.add(buffer[i]) > MOST) {
            throw new TableException(
                file
                    + ": line "
                    + depth.line
                    + ": lists or objects are nested more than "
                    + MOST
                    + " deep; expected a table, one object of numbers and texts per row");
          }
        }
      }
    } catch (IOException e) {
      throw FileCheck.unreadable(file, e);
    }
  }

  /** The depth behind one more byte. No text goes on over the end of a line: that is no JSON. */
  private int add(byte b) {
    if (b == '\n' || b == '\r') {
      quoted = false;
      escaped = false;
      line += b == '\n' ? 1 : 0;
    } else if (quoted) {
      quoted = escaped || b != '"';
      escaped = !escaped && b == '\\';
    } else {
      switch (b) {
        case '"' -> quoted = true;
        case '[', '{' -> depth++;
        case ']', '}' -> depth = Math.max(0, depth - 1);
        default -> {} // values and marks
      }
    }
    return depth;
  }
}
