package io.github.tgp4j.data;

/** What the values of a target are, which decides what models make sense. */
public enum TargetNature {
  REAL("numbers"),
  POSITIVE("numbers above 0"),
  NON_NEGATIVE("numbers, 0 or more, some of them 0"),
  PROPORTION("numbers between 0 and 1"),
  COUNT("whole numbers, 0 or more"),
  BINARY("two classes"),
  CLASSES("classes");

  private final String words;

  TargetNature(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }

  public boolean isClasses() {
    return this == BINARY || this == CLASSES;
  }
}
