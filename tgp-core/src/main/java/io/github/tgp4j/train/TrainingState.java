package io.github.tgp4j.train;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Everything a run of training needs to go on, bit for bit, as if it had never stopped: named
 * arrays, so that whoever keeps it needs to know nothing of its meaning. Immutable.
 *
 * <p>The data, the architecture and the plan are not in it: a run goes on with those it began with.
 */
public final class TrainingState {
  private final Map<String, double[]> numbers;
  private final Map<String, long[]> counts;

  /**
   * Takes copies.
   *
   * @param numbers parameters, posteriors, moments; NaN and infinities may occur
   * @param counts steps, positions, seeds
   */
  public TrainingState(Map<String, double[]> numbers, Map<String, long[]> counts) {
    Map<String, double[]> copiedNumbers = new LinkedHashMap<>();
    numbers.forEach((name, values) -> copiedNumbers.put(name, values.clone()));
    Map<String, long[]> copiedCounts = new LinkedHashMap<>();
    counts.forEach((name, values) -> copiedCounts.put(name, values.clone()));
    this.numbers = Collections.unmodifiableMap(copiedNumbers);
    this.counts = Collections.unmodifiableMap(copiedCounts);
  }

  public Set<String> numberNames() {
    return numbers.keySet();
  }

  public Set<String> countNames() {
    return counts.keySet();
  }

  /** A copy of the named numbers. */
  public double[] numbers(String name) {
    return required(numbers.get(name), name).clone();
  }

  /** A copy of the named counts. */
  public long[] counts(String name) {
    return required(counts.get(name), name).clone();
  }

  /** Steps done. */
  public int step() {
    return Math.toIntExact(single("step"));
  }

  /** Nanoseconds of training so far, in all sittings. */
  public long nanos() {
    return single("nanos");
  }

  double number(String name) {
    return sized(name, 1)[0];
  }

  public long single(String name) {
    long[] values = required(counts.get(name), name);
    if (values.length != 1) {
      throw new IllegalArgumentException(
          "training state: " + name + ": expected one count but got " + values.length);
    }
    return values[0];
  }

  public boolean has(String name) {
    return numbers.containsKey(name);
  }

  /** The named numbers, which must be so many; not a copy. */
  public double[] sized(String name, int size) {
    double[] values = required(numbers.get(name), name);
    if (values.length != size) {
      throw new IllegalArgumentException(
          "training state: "
              + name
              + ": expected "
              + size
              + " values but got "
              + values.length
              + "; resume with the data and settings that the run began with");
    }
    return values;
  }

  private static <T> T required(T values, String name) {
    if (values == null) {
      throw new IllegalArgumentException(
          "training state: there is no "
              + name
              + "; resume with the data and settings that the run began with");
    }
    return values;
  }
}
