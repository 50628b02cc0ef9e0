package io.github.tgp4j.cli.report;

/** What a model is worth beside guessing, in a word. */
public enum Grade {
  GOOD("good", "Good"),
  FAIR("fair", "Fair"),
  GUESS("no better than guessing", "No better than guessing"),
  UNKNOWN("too few rows to tell", "Too few rows to tell"),
  SEEN("rows that it was fitted to cannot tell", "Rows that it was fitted to cannot tell");

  private final String words;
  private final String title;

  Grade(String words, String title) {
    this.words = words;
    this.title = title;
  }

  /** Within a sentence. */
  public String words() {
    return words;
  }

  /** At the beginning of one. */
  public String title() {
    return title;
  }
}
