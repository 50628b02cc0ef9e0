package io.github.tgp4j.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tgp4j.benchmarks.fuzz.FuzzTarget.Limit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fixed part of {@code ./bench fuzz}, which runs it for as long as wanted. */
class FuzzTest {
  /** So many times the limits that only a case that hangs meets them, on the slowest machine. */
  private static final double PATIENCE = 30;

  private static final long SEED = 1_000;

  private static FuzzLoop.Counts run(FuzzTarget target, int count) {
    int[] done = {0};
    try (target) {
      FuzzLoop.Counts counts =
          new FuzzLoop(target, PATIENCE).run(SEED, () -> done[0]++ < count, finding -> {});
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

  /**
   * A quantile of −1.3e130 that is a step within rounding; warps that send part of the latents to
   * −∞; a detection limit above all rows; a warp without a closed inverse, which took 20 seconds;
   * noise so narrow that the density was a comb; a support that begins at 1, whose quantiles were
   * not in order; an inverse that jumped to the end of all numbers; priors of two parts of one
   * name.
   */
  @ParameterizedTest
  @ValueSource(
      longs = {1160, 1000001, 1000050, 1000987, 1004056, 1004405, 1019019, 1021948, 5000227})
  void fitsThatWereFoundOnce(long seed) {
    assertThat(new FitFuzz().run(seed)).isEqualTo(FuzzResult.ACCEPTED);
  }

  /** Warps that stop inside, in doubles if not in theory. */
  @ParameterizedTest
  @ValueSource(longs = {1002249, 1010094})
  void warpsThatDoNotReachAllTargets(long seed) {
    FuzzResult result = new FitFuzz().run(seed);
    assertThat(result.isFailed()).isFalse();
    assertThat(result.text()).contains("expected a flow onto all of");
  }

  /**
   * Numbers so large that no class has a probability, that their squares are infinite, or that a
   * search for a quantile leaps to the end of all numbers; proportions next to 0 and 1, whose
   * quantiles took long to find; a step at 1e155, where quantiles differ by rounding; a variance of
   * −0; moments of a warp whose squares are infinite; a constant forecast of values 1e300 apart.
   */
  @ParameterizedTest
  @ValueSource(
      longs = {
        1009716, 1038445, 1045205, 1058200, 1164878, 1174625, 1177917, 1228613, 7101780, 1156854
      })
  void modelFilesThatWereFoundOnce(long seed) {
    assertThat(new ModelFileFuzz().run(seed).isFailed()).isFalse();
  }

  @Test
  void fullDisks() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "needs prlimit of util-linux");
    run(new FullDiskFuzz(), 24);
  }

  @Test
  void fitsThatAreKilled() {
    try (FuzzTarget target = new KillFuzz()) {
      assertThat(target.run(SEED).isFailed()).isFalse();
    }
  }

  @Test
  void aCaseThatTakesTooLongIsFound() {
    FuzzTarget busy =
        target(
            Limit.ofProcessor(0.3),
            seed -> {
              double x = 0;
              while (seed == 2 && x < 1e300) {
                x = Math.sin(x);
              }
              return FuzzResult.ACCEPTED;
            });
    int[] done = {0};
    FuzzLoop.Counts counts = new FuzzLoop(busy).run(1, () -> done[0]++ < 3, finding -> {});
    assertThat(counts.accepted()).isEqualTo(2);
    assertThat(counts.findings()).hasSize(1);
    assertThat(counts.findings().get(0).text()).contains("s of the processor");
  }

  private static FuzzTarget target(Limit limit, LongFunction<FuzzResult> run) {
    return new FuzzTarget() {
      @Override
      public String kind() {
        return "broken";
      }

      @Override
      public Limit limit() {
        return limit;
      }

      @Override
      public FuzzResult run(long seed) {
        return run.apply(seed);
      }
    };
  }

  /** A driver that cannot fail finds nothing. */
  @Test
  void findingsAreNamedByTheirSeed() {
    FuzzTarget broken =
        target(
            Limit.ofProcessor(60),
            seed -> {
              if (seed == 3) {
                throw new NullPointerException();
              }
              return seed == 5 ? FuzzResult.failed("wrong") : FuzzResult.ACCEPTED;
            });
    int[] done = {0};
    FuzzLoop.Counts counts = new FuzzLoop(broken).run(1, () -> done[0]++ < 6, finding -> {});
    assertThat(counts.findings()).extracting(FuzzLoop.Finding::seed).containsExactly(3L, 5L);
    assertThat(counts.findings().get(1).toString()).contains("--kind broken --seed 5", "wrong");
  }
}
