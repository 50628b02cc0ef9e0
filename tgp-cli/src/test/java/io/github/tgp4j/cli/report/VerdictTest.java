package io.github.tgp4j.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.auto.HeldOut;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final int N = 400;

  /** y = signal · x + noise; the forecast knows x, or another x where it knows nothing. */
  private static HeldOut numbers(double signal, double claimed, boolean knows) {
    SplittableRandom random = new SplittableRandom(5);
    double[] y = new double[N];
    double[] mean = new double[N];
    double[] low = new double[N];
    double[] high = new double[N];
    for (int i = 0; i < N; i++) {
      double x = random.nextGaussian();
      double other = random.nextGaussian();
      y[i] = 100 + signal * x + random.nextGaussian();
      mean[i] = 100 + (knows ? signal * x : 0.05 * other);
      low[i] = mean[i] - 1.96 * claimed;
      high[i] = mean[i] + 1.96 * claimed;
    }
    return new HeldOut(y, new double[N], mean, mean, low, high, y, new double[0][]);
  }

  /** Classes with the given frequency of the second; the forecast is p for rows of class k. */
  private static HeldOut classes(double frequency, double sure, double right, boolean knows) {
    SplittableRandom random = new SplittableRandom(6);
    double[] y = new double[N];
    double[][] p = new double[N][];
    double[] density = new double[N];
    for (int i = 0; i < N; i++) {
      y[i] = random.nextDouble() < frequency ? 1 : 0;
      boolean hit = random.nextDouble() < right;
      double second =
          knows
              ? (y[i] == 1) == hit ? sure : 1 - sure
              : Math.max(0.001, frequency + 0.02 * random.nextDouble());
      p[i] = new double[] {1 - second, second};
      density[i] = Math.log(p[i][(int) y[i]]);
    }
    double[] none = {};
    return new HeldOut(y, density, none, none, none, none, none, p);
  }

  @Test
  void goodFairAndGuessing() {
    assertThat(Verdict.of(numbers(3, 1, true), false).grade()).isEqualTo(Grade.GOOD);
    assertThat(Verdict.of(numbers(0.8, 1, true), false).grade()).isEqualTo(Grade.FAIR);
    assertThat(Verdict.of(numbers(0, 1, false), false).grade()).isEqualTo(Grade.GUESS);
    assertThat(Verdict.of(classes(0.5, 0.9, 0.9, true), true).grade()).isEqualTo(Grade.GOOD);
    assertThat(Verdict.of(classes(0.5, 0.7, 0.7, true), true).grade()).isEqualTo(Grade.FAIR);
    assertThat(Verdict.of(classes(0.01, 0, 0, false), true).grade()).isEqualTo(Grade.GUESS);
  }

  /** Probabilities next to one half have a poor log score, but the classes are right. */
  @Test
  void timidProbabilitiesAreBetterThanGuessing() {
    Verdict verdict = Verdict.of(classes(0.3, 0.51, 0.9, true), true);
    assertThat(verdict.explained()).isLessThan(0);
    assertThat(verdict.inside()).isGreaterThan(0.85);
    assertThat(verdict.grade()).isEqualTo(Grade.FAIR);
    assertThat(verdict.trust()).isEqualTo(Verdict.Trust.TOO_WIDE);
  }

  /** R² = 9/10 for a signal of deviation 3 under noise of 1; E|noise| = 0.8. */
  @Test
  void numbersAreWhatTheyShouldBe() {
    Verdict verdict = Verdict.of(numbers(3, 1, true), false);
    assertThat(verdict.explained()).isCloseTo(0.9, within(0.02));
    assertThat(verdict.error()).isCloseTo(0.8, within(0.06));
    assertThat(verdict.guessError()).isCloseTo(0.8 * Math.sqrt(10), within(0.2));
    assertThat(verdict.share()).isCloseTo(0.008, within(0.001));
    List<String> said = verdict.sentences("size", null, "held-out rows");
    assertThat(said.get(0)).startsWith("Good. Typical error 0.7").contains("of the average)");
    assertThat(said.get(1)).isEqualTo("It explains 89% of the variation between rows.");
    assertThat(said.get(2)).contains("of 400 held-out rows: they can be trusted");
  }

  @Test
  void intervalsThatAreTooWideOrTooNarrow() {
    assertThat(Verdict.of(numbers(3, 2, true), false).trust()).isEqualTo(Verdict.Trust.TOO_WIDE);
    assertThat(Verdict.of(numbers(3, 2, true), true).trust()).isEqualTo(Verdict.Trust.RIGHT);
    assertThat(Verdict.of(numbers(3, 0.5, true), false).trust())
        .isEqualTo(Verdict.Trust.TOO_NARROW);
    assertThat(Verdict.of(classes(0.5, 0.99, 0.8, true), true).trust())
        .isEqualTo(Verdict.Trust.TOO_NARROW);
    assertThat(Verdict.of(classes(0.5, 0.6, 0.9, true), true).trust())
        .isEqualTo(Verdict.Trust.TOO_WIDE);
  }

  /** 98% right is no merit where 98% of the rows are of one class. */
  @Test
  void accuracyIsToldBesideTheMajority() {
    Verdict verdict = Verdict.of(classes(0.02, 0, 0, false), true);
    assertThat(verdict.sentences("fraud", List.of("no", "yes"), "rows").get(0))
        .startsWith("No better than guessing. The most probable class is right for 98%")
        .contains("always saying “no” would be right for 98%");
  }

  /** A few wild values neither hide a good model nor stand for the typical error. */
  @Test
  void wildValuesDoNotDecide() {
    HeldOut held = numbers(3, 1, true);
    for (int i = 0; i < 8; i++) {
      held.y()[i] = 1e6;
    }
    Verdict verdict = Verdict.of(held, false);
    assertThat(verdict.grade()).isEqualTo(Grade.GOOD);
    assertThat(verdict.error()).isLessThan(1);
    assertThat(verdict.meanError()).isGreaterThan(10_000);
    List<String> said = verdict.sentences("size", null, "rows");
    assertThat(said.get(0)).contains("a few rows are so far off");
    assertThat(said.get(1)).contains("A few rows that are far off hide");
    assertThat(new VerdictText(verdict, "size", null, "rows").tiles().get(1))
        .isEqualTo(
            new Report.Tile("Variation explained", "–", "a few rows far off hide it")); // not 0%
  }

  @Test
  void wildValuesAreCountedAndLeaveTheHistogramToTheOthers() {
    double[] y = numbers(3, 1, true).y();
    assertThat(TargetHistogram.wild(y)).isZero();
    y[3] = 1e6;
    y[5] = -1e6;
    assertThat(TargetHistogram.wild(y)).isEqualTo(2);
    Report.Histogram histogram = TargetHistogram.of("size", y);
    assertThat(histogram.beyond()).isEqualTo(2);
    assertThat(histogram.edges()[histogram.edges().length - 1]).isLessThan(200);
    assertThat(Arrays.stream(histogram.counts()).sum()).isEqualTo(N - 2);
  }

  @Test
  void fewRowsSayLittle() {
    HeldOut all = numbers(0.5, 1, true);
    int n = 8;
    HeldOut few =
        new HeldOut(
            Arrays.copyOf(all.y(), n),
            new double[n],
            Arrays.copyOf(all.mean(), n),
            Arrays.copyOf(all.median(), n),
            Arrays.copyOf(all.lower(), n),
            Arrays.copyOf(all.upper(), n),
            new double[n],
            new double[0][]);
    assertThat(Verdict.of(few, false).grade()).isEqualTo(Grade.UNKNOWN);
  }

  /** A third less than guessing may be chance over 30 rows: that is not "no better". */
  @Test
  void someRowsMayBeTooFewToTell() {
    int n = 30;
    double[] y = new double[n];
    double[] predicted = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = i % 2 == 0 ? 1 : -1;
      predicted[i] = i % 3 == 0 ? -0.9 * y[i] : 0.9 * y[i];
    }
    HeldOut some = held(y, predicted);
    assertThat(Verdict.of(some, false).grade()).isEqualTo(Grade.UNKNOWN);
    assertThat(Verdict.of(held(y, new double[n]), false).grade()).isEqualTo(Grade.GUESS);
  }

  private static HeldOut held(double[] y, double[] predicted) {
    int n = y.length;
    double[] lower = Arrays.stream(predicted).map(p -> p - 5).toArray();
    double[] upper = Arrays.stream(predicted).map(p -> p + 5).toArray();
    double[] none = new double[n];
    return new HeldOut(y, none, predicted, predicted, lower, upper, none, new double[0][]);
  }

  @Test
  void theAreaUnderTheCurve() {
    double[][] p = {{0.9, 0.1}, {0.6, 0.4}, {0.65, 0.35}, {0.2, 0.8}};
    assertThat(ClassCounts.area(1, p, new double[] {0, 0, 1, 1})).isEqualTo(0.75); // by hand
    Report.OneAgainstAll test =
        ClassCounts.of(List.of("no", "yes"), p, new double[] {0, 0, 1, 1}).tests().get(0);
    assertThat(test.label()).isEqualTo("yes");
    assertThat(test.curve().x()).containsExactly(0, 0, 0.5, 0.5, 1);
    assertThat(test.curve().y()).containsExactly(0, 0.5, 0.5, 1, 1);
    int half = Arrays.binarySearch(test.cuts(), 0.36);
    assertThat(test.hits()[half]).isEqualTo(1);
    assertThat(test.alarms()[half]).isEqualTo(1);
    assertThat(test.hits()[0] + test.alarms()[0]).isEqualTo(4);
    double[][] same = {{0.5, 0.5}, {0.5, 0.5}};
    assertThat(ClassCounts.area(1, same, new double[] {0, 1})).isEqualTo(0.5);
  }
}
