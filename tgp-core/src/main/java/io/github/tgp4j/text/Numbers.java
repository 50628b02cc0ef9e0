package io.github.tgp4j.text;

/** Numbers in the model language and in messages. */
public final class Numbers {
  private Numbers() {}

  /** A text that reads back as the same double, as people write it: 24 for 24.0, but −0.0. */
  public static String plain(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole && !(value == 0.0 && 1.0 / value < 0)
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
