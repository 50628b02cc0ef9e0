package io.github.tgp4j.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.KernelDensity;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ForestTest {
  private static final int ROWS = 600;

  private final SplittableRandom random = new SplittableRandom(5);
  private final Matrix x = Matrix.zeros(ROWS, 3);
  private final double[] y = new double[ROWS];

  /** Two trees: x_1 < 2 and then x_0 < 5, and one leaf. */
  private static Trees byHand(double... values) {
    return new Trees(2, new int[] {1, 0, -1, -2, -1, -1}, new double[] {2, 5}, values);
  }

  @Test
  void classesAreTheMeanOfTheLeavesFrequencies() {
    // of two classes: 3 rows of class 0; 1 and 4; 2 of class 1; 10 of class 0
    ClassForest forest = new ClassForest(byHand(6, 2, 9, 5, 20), 0.75, 0.25);
    double first = 0.5 * ((1 + 0.01 * 0.75) / 5.01 + (10 + 0.01 * 0.75) / 10.01);
    assertThat(forest.predict(new double[] {5, 1.9}, 0).classProbabilities())
        .containsExactly(new double[] {first, 1 - first}, within(1e-14));
    double other = 0.5 * (0.01 * 0.75 / 2.01 + (10 + 0.01 * 0.75) / 10.01);
    assertThat(forest.predict(new double[] {0, 0, 4, 2}, 2).classProbabilities()[0])
        .isCloseTo(other, within(1e-14));
  }

  @Test
  void numbersAreTheMeanOfTheLeavesAndAsUncertainAsTheyDiffer() {
    Trees trees = new Trees(1, new int[] {0, -1, -1, -1}, new double[] {0}, new double[] {1, 7, 3});
    KernelDensity errors =
        KernelDensity.of(random.doubles(50, -1, 1).toArray(), -1.0 / 0.0, 1.0 / 0.0);
    NumberForest forest = new NumberForest(trees, errors, 0.5);
    double scale = Math.sqrt(4 + 4 + 0.25); // 7 and 3 about 5
    Distribution at = forest.predict(new double[] {0.1}, 0);
    assertThat(at.mean()).isCloseTo(5 + scale * errors.mean(), within(1e-12));
    assertThat(at.quantile(0.9)).isCloseTo(5 + scale * errors.quantile(0.9), within(1e-12));
    assertThat(at.cdf(6)).isCloseTo(errors.cdf(1 / scale), within(1e-12));
    assertThat(at.logDensity(6))
        .isCloseTo(errors.logDensity(1 / scale) - Math.log(scale), within(1e-12));
  }

  @Test
  void whatIsNoForestIsRefused() {
    assertThatThrownBy(() -> byHand(1, 2, 3)).hasMessageContaining("5 numbers but got 2 and 3");
    assertThatThrownBy(() -> new Trees(1, new int[] {0, -1}, new double[1], new double[1]))
        .hasMessageContaining("to its last leaf");
    assertThatThrownBy(() -> new Trees(1, new int[0], new double[0], new double[0]))
        .hasMessageContaining("at least one tree");
    assertThatThrownBy(() -> new Trees(1, new int[] {1, -1, -1}, new double[1], new double[2]))
        .hasMessageContaining("inputs below 1 but got input 1");
    assertThatThrownBy(() -> new ClassForest(byHand(6, 2, 9, 5, 1.5), 0.75, 0.25))
        .hasMessageContaining("counts of classes but got 1.5");
    assertThatThrownBy(() -> new NumberForest(byHand(6, 2, 9, 5, 1), null, 1.0))
        .hasMessageContaining("one number per leaf");
  }

  /** Steps along two inputs, and one input that says nothing. */
  private double steps(int row) {
    return (x.get(row, 0) > 0.3 ? 2 : 0) + (x.get(row, 1) > 0 ? 1 : 0);
  }

  private void draw() {
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextDouble(-1, 1);
    }
  }

  @Test
  void bordersAlongInputsAreFound() {
    draw();
    for (int i = 0; i < ROWS; i++) {
      y[i] = steps(i);
    }
    ClassForest forest = grower(1).ofClasses(4);
    draw();
    int right = 0;
    for (int i = 0; i < ROWS; i++) {
      right +=
          forest.predict(x.data, x.at(i, 0)).classProbabilities()[(int) steps(i)] > 0.5 ? 1 : 0;
    }
    assertThat(right).isGreaterThan(ROWS * 95 / 100);
  }

  @Test
  void intervalsOfNumbersHoldFreshRows() {
    draw();
    for (int i = 0; i < ROWS; i++) {
      y[i] = 100 + 10 * steps(i) + random.nextGaussian();
    }
    NumberForest forest = grower(1).ofNumbers();
    draw();
    double squares = 0.0;
    int held = 0;
    for (int i = 0; i < ROWS; i++) {
      double fresh = 100 + 10 * steps(i) + random.nextGaussian();
      Distribution at = forest.predict(x.data, x.at(i, 0));
      squares += (at.mean() - fresh) * (at.mean() - fresh);
      held += fresh > at.quantile(0.025) && fresh < at.quantile(0.975) ? 1 : 0;
    }
    assertThat(Math.sqrt(squares / ROWS)).isBetween(1.0, 1.7);
    assertThat(held / (double) ROWS).isBetween(0.92, 0.99);
  }

  @Test
  void threadsDoNotMatterAndTheOrderOfValuesAloneDoes() {
    draw();
    for (int i = 0; i < ROWS; i++) {
      y[i] = steps(i) > 1 ^ random.nextDouble() < 0.2 ? 1 : 0;
    }
    ClassForest one = grower(1).ofClasses(2);
    ClassForest two = grower(2).ofClasses(2);
    double[] before = first(one);
    assertThat(first(two)).containsExactly(before);
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = Math.exp(9 * x.data[i]);
    }
    assertThat(first(grower(1).ofClasses(2))).containsExactly(before);
  }

  private double[] first(ClassForest forest) {
    double[] out = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      out[i] = forest.predict(x.data, x.at(i, 0)).classProbabilities()[0];
    }
    return out;
  }

  private ForestGrower grower(int threads) {
    return new ForestGrower(x, y, 3L, 40, threads, () -> false);
  }

  @Test
  void oneTreeGrowsWhateverTheTime() {
    draw();
    assertThat(new ForestGrower(x, y, 3L, 40, 1, () -> true).ofClasses(2).trees().count())
        .isEqualTo(1);
  }

  /** The rows of a spoilt table: none twice, none at all, far values. */
  @Test
  void tablesThatSayLittleAreNoTrouble() {
    Matrix few = Matrix.of(new double[][] {{1, 1e300}, {2, -1e300}, {2, 0}, {4, 0}});
    double[] same = {7, 7, 7, 7};
    Distribution at =
        new ForestGrower(few, same, 1L, 30, 1, () -> false).ofNumbers().predict(few.data, 0);
    assertThat(at.mean()).isCloseTo(7.0, within(1e-6));
    assertThat(at.logDensity(7)).isFinite();
    Matrix none = Matrix.of(new double[][] {{1, 2}});
    assertThatThrownBy(
            () -> new ForestGrower(none, new double[] {1}, 1L, 9, 1, () -> false).ofNumbers())
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("more rows");
  }
}
