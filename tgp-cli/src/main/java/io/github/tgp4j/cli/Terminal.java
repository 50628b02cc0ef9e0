package io.github.tgp4j.cli;

/** Texts of others on a terminal: of column names, labels and notes, which files can choose. */
final class Terminal {
  private Terminal() {}

  /**
   * The text without the marks by which it could move the cursor, colour the screen or change the
   * order of what is read; each becomes a question mark.
   */
  static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().forEach(c -> plain.appendCodePoint(isPlain(c) ? c : '?'));
    return plain.toString();
  }

  private static boolean isPlain(int c) {
    boolean turnsAround = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    return c == '\n' || c == '\r' || c == '\t' || !Character.isISOControl(c) && !turnsAround;
  }
}
