package io.github.tgp4j.spec;

/**
 * A text that is not in the model language; the message shows the text with a mark under the
 * column.
 */
public final class SpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int column;

  SpecException(String problem, String text, int column) {
    super(problem + "\n  " + text + "\n  " + " ".repeat(column) + "^ column " + (column + 1));
    this.column = column;
  }

  /** Where the problem is, from 0. */
  public int column() {
    return column;
  }
}
