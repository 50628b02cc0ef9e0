package io.github.tgp4j.spec;

/**
 * A text that is not in the model language; the message shows the text with a mark under the
 * column.
 */
public final class SpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 300; // characters that are shown whole
  private static final int AROUND = 60;

  private final int column;

  SpecException(String problem, String text, int column) {
    super(problem + "\n" + marked(text, column));
    this.column = column;
  }

  /** The text, or of a long one what stands around the column, with a mark under it. */
  private static String marked(String text, int column) {
    int from = text.length() <= LONGEST ? 0 : Math.max(0, column - AROUND);
    int to = text.length() <= LONGEST ? text.length() : Math.min(text.length(), column + AROUND);
    String before = from > 0 ? "…" : "";
    String shown = before + text.substring(from, to) + (to < text.length() ? "…" : "");
    String blanks = " ".repeat(before.length() + column - from);
    return "  " + shown + "\n  " + blanks + "^ column " + (column + 1);
  }

  /** Where the problem is, from 0. */
  public int column() {
    return column;
  }
}
