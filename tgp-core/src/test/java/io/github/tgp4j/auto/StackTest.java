package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.predict.Distribution;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class StackTest {
  /** Draws of a mixture of two Gaussians, 30% and 70%. */
  private static final double[] Y = draws(4000);

  private static double[] draws(int n) {
    SplittableRandom random = new SplittableRandom(3);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = random.nextDouble() < 0.3 ? random.nextGaussian() : 4 + 2 * random.nextGaussian();
    }
    return y;
  }

  private static double[] log(double[] y, ToDoubleFunction<Double> density) {
    return Arrays.stream(y).map(density::applyAsDouble).toArray();
  }

  private static double[] log(double[] y, double mean, double sd) {
    return log(y, at -> Distribution.gaussian(mean, sd).logDensity(at));
  }

  @Test
  void weightsAreThoseOfTheMixtureThatMadeTheRows() {
    double[][] parts = {log(Y, 0, 1), log(Y, 4, 2), log(Y, -30, 1)};
    double[] weights = Stack.of(parts).weights();
    assertThat(weights[0]).isCloseTo(0.3, within(0.03));
    assertThat(weights[1]).isCloseTo(0.7, within(0.03));
    assertThat(weights[2]).isZero();
    assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void noPartIsBetterThanTheStackOnItsRows() {
    SplittableRandom random = new SplittableRandom(9);
    for (int trial = 0; trial < 20; trial++) {
      double[] y = Arrays.copyOfRange(Y, 40 * trial, 40 * trial + 40);
      double[][] parts = new double[6][];
      for (int k = 0; k < 6; k++) {
        parts[k] = log(y, 4 * random.nextDouble(), 0.5 + 3 * random.nextDouble());
      }
      double stacked = Stack.score(parts, Stack.of(parts).weights());
      for (double[] part : parts) {
        // what may be lost is what dropping parts may cost
        assertThat(stacked).isGreaterThan(Arrays.stream(part).average().orElseThrow() - 5 * 5e-4);
      }
    }
  }

  @Test
  void partsThatAddNothingAreLeftOut() {
    double[] one = log(Y, 3, 2.5);
    double[][] parts = {one, one.clone(), log(Y, 3.001, 2.5)};
    double[] weights = Stack.of(parts).weights();
    assertThat(Arrays.stream(weights).filter(w -> w > 0).count()).isEqualTo(1);
  }

  @Test
  void failedPartsAndImpossibleRowsDoNoHarm() {
    double[] failed = new double[Y.length];
    Arrays.fill(failed, Double.NEGATIVE_INFINITY);
    double[] good = log(Y, 3, 2.5);
    assertThat(Stack.of(new double[][] {failed, good}).weights()).containsExactly(0, 1);
    double[] sometimes = good.clone();
    sometimes[7] = Double.NEGATIVE_INFINITY;
    double[] weights = Stack.of(new double[][] {sometimes, log(Y, 3, 4)}).weights();
    assertThat(weights[1]).isPositive();
    assertThat(Stack.score(new double[][] {sometimes, log(Y, 3, 4)}, weights)).isFinite();
  }

  @Test
  void rowsAreScoredByWeightsTheyDidNotChoose() {
    // one of many useless forecasts looks good by chance: its own rows must not praise it
    SplittableRandom random = new SplittableRandom(1);
    double[] y = new double[30];
    Arrays.setAll(y, i -> random.nextGaussian());
    double[][] parts = new double[40][];
    for (int k = 0; k < parts.length; k++) {
      double[] guess = new double[30];
      Arrays.setAll(guess, i -> random.nextGaussian());
      double[] row = new double[30];
      Arrays.setAll(row, i -> Distribution.gaussian(guess[i], 1).logDensity(y[i]));
      parts[k] = row;
    }
    double own = Stack.score(parts, Stack.of(parts).weights());
    double honest =
        Arrays.stream(Stack.honest(parts, Stack.crossed(parts))).average().orElseThrow();
    assertThat(honest).isLessThan(own - 0.05);
  }
}
