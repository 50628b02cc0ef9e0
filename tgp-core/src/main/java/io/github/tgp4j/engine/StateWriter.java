package io.github.tgp4j.engine;

import java.util.Arrays;

/** Collects the numbers of a {@link State}. */
public final class StateWriter {
  private double[] numbers = new double[256];
  private int size;

  /** Appends one number. */
  public StateWriter put(double value) {
    room(1);
    numbers[size++] = value;
    return this;
  }

  /** Appends all of an array. */
  public StateWriter put(double[] values) {
    room(values.length);
    System.arraycopy(values, 0, numbers, size, values.length);
    size += values.length;
    return this;
  }

  private void room(int more) {
    if (size + more > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(size + more, 2 * numbers.length));
    }
  }

  /** What was put, as the state of this step. */
  public State finish(long seed, long step) {
    return new State(Arrays.copyOf(numbers, size), seed, step);
  }
}
