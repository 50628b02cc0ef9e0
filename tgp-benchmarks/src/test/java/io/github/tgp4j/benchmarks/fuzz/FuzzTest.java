package io.github.tgp4j.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A fixed part of {@code ./bench fuzz}, which runs it for as long as wanted. */
class FuzzTest {
  /** So long that only a case that hangs takes it, on the slowest machine. */
  private static final double SECONDS_PER_CASE = 120;

  private static final long SEED = 1_000;

  private static FuzzLoop.Counts run(FuzzTarget target, int count) {
    int[] done = {0};
    try (target) {
      FuzzLoop.Counts counts =
          new FuzzLoop(target, SECONDS_PER_CASE).run(SEED, () -> done[0]++ < count, finding -> {});
      assertThat(counts.findings()).isEmpty();
      assertThat(counts.cases()).isEqualTo(count);
      assertThat(counts.accepted()).as("sound cases").isGreaterThan(count / 20);
      assertThat(counts.refused()).as("hostile cases").isGreaterThan(count / 50);
      return counts;
    }
  }

  @Test
  void specs() {
    run(new SpecFuzz(), 4_000);
  }

  @Test
  void modelFiles() {
    run(new ModelFileFuzz(), 800);
  }

  @Test
  void tables() {
    run(new TableFuzz(), 60);
  }

  @Test
  void fits() {
    run(new FitFuzz(), 50);
  }

  /** A driver that cannot fail finds nothing. */
  @Test
  void findingsAreNamedByTheirSeed() {
    FuzzTarget broken =
        new FuzzTarget() {
          @Override
          public String kind() {
            return "broken";
          }

          @Override
          public FuzzResult run(long seed) {
            if (seed == 3) {
              throw new NullPointerException();
            }
            return seed == 5 ? FuzzResult.failed("wrong") : FuzzResult.ACCEPTED;
          }
        };
    int[] done = {0};
    FuzzLoop.Counts counts =
        new FuzzLoop(broken, SECONDS_PER_CASE).run(1, () -> done[0]++ < 6, finding -> {});
    assertThat(counts.findings()).extracting(FuzzLoop.Finding::seed).containsExactly(3L, 5L);
    assertThat(counts.findings().get(1).toString()).contains("--kind broken --seed 5", "wrong");
  }
}
