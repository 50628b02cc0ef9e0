package io.github.tgp4j.engine;

/** Reads the numbers of a {@link State} in the order in which they were put. */
public final class StateReader {
  private final double[] numbers;
  private int at;

  public StateReader(State state) {
    numbers = state.numbers();
  }

  /** The next number. */
  public double next() {
    check(1);
    return numbers[at++];
  }

  /** Fills an array with the next numbers. */
  public void next(double[] into) {
    check(into.length);
    System.arraycopy(numbers, at, into, 0, into.length);
    at += into.length;
  }

  /** Makes sure that nothing is left. */
  public void finish() {
    if (at != numbers.length) {
      throw wrongSize();
    }
  }

  private void check(int count) {
    if (count > numbers.length - at) {
      throw wrongSize();
    }
  }

  private IllegalArgumentException wrongSize() {
    return new IllegalArgumentException(
        "state: its "
            + numbers.length
            + " numbers are not those of this model; make it from the same model language and the"
            + " same number of inducing points");
  }
}
