package io.github.tgp4j.benchmarks.fuzz;

/** Something that is given generated input. A seed says all of a case. */
public interface FuzzTarget extends AutoCloseable {
  /** What {@code ./bench fuzz --kind} calls it. */
  String kind();

  /** Makes the case of a seed and says what came of it. */
  FuzzResult run(long seed);

  @Override
  default void close() {}
}
