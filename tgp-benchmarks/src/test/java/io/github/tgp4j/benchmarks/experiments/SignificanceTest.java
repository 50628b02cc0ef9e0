package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests of significance against values computed by hand or published. */
class SignificanceTest {
  /** Demšar (2006), table 6: four algorithms on fourteen sets. */
  private static final double[][] PUBLISHED = {
    {0.763, 0.768, 0.771, 0.798},
    {0.599, 0.591, 0.590, 0.569},
    {0.954, 0.971, 0.968, 0.967},
    {0.628, 0.661, 0.654, 0.657},
    {0.882, 0.888, 0.886, 0.898},
    {0.936, 0.931, 0.916, 0.931},
    {0.661, 0.668, 0.609, 0.685},
    {0.583, 0.583, 0.563, 0.625},
    {0.775, 0.838, 0.866, 0.875},
    {1.000, 1.000, 1.000, 1.000},
    {0.940, 0.962, 0.965, 0.962},
    {0.619, 0.666, 0.614, 0.669},
    {0.972, 0.981, 0.9751, 0.975},
    {0.957, 0.978, 0.946, 0.970}
  };

  private static Friedman published() {
    List<double[]> ranks = new ArrayList<>();
    for (double[] set : PUBLISHED) {
      double[] negative = new double[4];
      for (int j = 0; j < 4; j++) {
        negative[j] = -set[j]; // there the largest is best
      }
      ranks.add(Statistics.ranks(negative));
    }
    return Friedman.of(ranks);
  }

  /** The paper has mean ranks 3.143, 2.000, 2.893, 1.964; its χ² is not corrected for ties. */
  @Test
  void ranksAsPublished() {
    double[] means = published().meanRanks();
    assertThat(means[0]).isCloseTo(3.143, within(5e-4));
    assertThat(means[1]).isCloseTo(2.000, within(5e-4));
    assertThat(means[2]).isCloseTo(2.893, within(5e-4));
    assertThat(means[3]).isCloseTo(1.964, within(5e-4));
  }

  /** CD = 2.569·√(4·5/(6·14)) = 1.25, as published: no two of the four are that far apart. */
  @Test
  void criticalDifferenceAsPublished() {
    assertThat(CriticalDifference.of(published())).isCloseTo(1.25, within(5e-3));
    assertThat(CriticalDifference.groups(published())).containsExactly(List.of(3, 1, 2, 0));
  }

  /**
   * Three models on four sets, in the same order on three of them. Ranks sum to 5, 7, 12; χ² =
   * 12/(4·3·4)·(25 + 49 + 144) − 3·4·4 = 6.5; F = 3·6.5/(8 − 6.5) = 13; P(χ²₂ &gt; 6.5) = e^−3.25.
   */
  @Test
  void friedmanByHand() {
    Friedman test =
        Friedman.of(
            List.of(
                new double[] {1, 2, 3},
                new double[] {1, 2, 3},
                new double[] {2, 1, 3},
                new double[] {1, 2, 3}));
    assertThat(test.meanRanks()).containsExactly(1.25, 1.75, 3.0);
    assertThat(test.chiSquare()).isCloseTo(6.5, within(1e-12));
    assertThat(test.f()).isCloseTo(13.0, within(1e-12));
    assertThat(test.pChiSquare()).isCloseTo(Math.exp(-3.25), within(1e-12));
    // with 2 and 6 degrees of freedom P(F > f) = (1 + f/3)^−3
    assertThat(test.pF()).isCloseTo(Math.pow(1 + 13.0 / 3, -3), within(1e-12));
    // z = 1.75/√(12/24) = 2.4749: two-sided 0.01333
    assertThat(test.p(0, 2)).isCloseTo(0.01333, within(1e-5));
  }

  @Test
  void holmByHand() {
    assertThat(Holm.adjusted(new double[] {0.04, 0.01, 0.03, 0.5}))
        .containsExactly(new double[] {0.09, 0.04, 0.09, 0.5}, within(1e-12));
    assertThat(Holm.adjusted(new double[] {0.6, 0.9})).containsExactly(1.0, 1.0);
  }

  /**
   * d = 1, 2, 3, 6: mean 3, s² = 14/3, J = 4, n₂/n₁ = 1/9: error √((1/4 + 1/9)·14/3) = 1.29816, t =
   * 2.31096. With 3 degrees of freedom P(|T| &gt; t) = 1 − 2/π·(atan w + w/(1 + w²)), w = t/√3.
   */
  @Test
  void correctedTByHand() {
    CorrectedT test = CorrectedT.of(new double[] {1, 2, 3, 6}, 1 / 9.0);
    double error = Math.sqrt((0.25 + 1 / 9.0) * 14 / 3);
    double w = 3 / error / Math.sqrt(3);
    assertThat(test.difference()).isEqualTo(3.0);
    assertThat(test.error()).isCloseTo(error, within(1e-12));
    assertThat(test.p())
        .isCloseTo(1 - 2 / Math.PI * (Math.atan(w) + w / (1 + w * w)), within(1e-9));
    assertThat(CorrectedT.of(new double[] {2}, 0.1).p()).as("one split").isNaN();
  }

  @Test
  void groupsOverlapWhereDifferencesAreSmall() {
    Friedman apart = new Friedman(30, new double[] {1.1, 2.0, 3.9, 3.0}, 1.0);
    // CD = 2.569·√(20/180) = 0.856
    assertThat(CriticalDifference.of(apart)).isCloseTo(0.8563, within(1e-4));
    assertThat(CriticalDifference.groups(apart)).isEmpty();
    Friedman near = new Friedman(30, new double[] {1.5, 2.2, 3.7, 2.9}, 1.0);
    assertThat(CriticalDifference.groups(near))
        .containsExactly(List.of(0, 1), List.of(1, 3), List.of(3, 2));
    assertThatThrownBy(() -> CriticalDifference.of(new Friedman(3, new double[11], 1.0)))
        .hasMessageContaining("got 11");
  }
}
