package io.github.tgp4j.benchmarks.fuzz;

/** Something that is given generated input. A seed says all of a case. */
public interface FuzzTarget extends AutoCloseable {
  /** What {@code ./bench fuzz --kind} calls it. */
  String kind();

  /** Makes the case of a seed and says what came of it. */
  FuzzResult run(long seed);

  /** Seconds that a case may take; more is a finding. */
  Limit limit();

  @Override
  default void close() {}

  /**
   * Most seconds of a case: of the processor, which other work on the machine does not lengthen,
   * and of the clock, for what waits or runs in another process.
   */
  record Limit(double processor, double clock) {
    /** Of work in this process: a case that takes sixty times as long by the clock hangs. */
    static Limit ofProcessor(double seconds) {
      return new Limit(seconds, 60 * seconds);
    }

    /** Of work in another process. */
    static Limit ofClock(double seconds) {
      return new Limit(seconds, seconds);
    }

    Limit times(double patience) {
      return new Limit(patience * processor, patience * clock);
    }
  }
}
