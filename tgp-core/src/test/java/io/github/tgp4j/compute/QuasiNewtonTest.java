package io.github.tgp4j.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class QuasiNewtonTest {
  @Test
  void followsTheCurvedValley() {
    double[] found =
        QuasiNewton.minimise(
            (p, gradient) -> {
              double u = 1 - p[0];
              double v = p[1] - p[0] * p[0];
              gradient[0] += -2 * u - 400 * v * p[0];
              gradient[1] += 200 * v;
              return u * u + 100 * v * v;
            },
            new double[] {-1.2, 1.0},
            200);
    assertThat(found[0]).isCloseTo(1.0, offset(1e-6));
    assertThat(found[1]).isCloseTo(1.0, offset(1e-6));
  }

  @Test
  void backsAwayFromWhereTheObjectiveIsUndefined() {
    double[] found =
        QuasiNewton.minimise(
            (p, gradient) -> {
              if (!(p[0] > 0)) {
                return Double.POSITIVE_INFINITY;
              }
              gradient[0] += 1.0 - 0.01 / p[0];
              return p[0] - 0.01 * Math.log(p[0]);
            },
            new double[] {0.5},
            100);
    assertThat(found[0]).isCloseTo(0.01, offset(1e-7));
  }

  @Test
  void staysWhereNoStepHelps() {
    double[] start = {3.0};
    double[] found =
        QuasiNewton.minimise(
            (p, gradient) -> {
              gradient[0] += 1.0;
              return p[0] == 3.0 ? 0.0 : Double.POSITIVE_INFINITY;
            },
            start,
            50);
    assertThat(found).containsExactly(3.0);
  }

  /** A curvature of 1/u² in each value is the same for all once they are measured in u. */
  @Test
  void unitsMakeABadlyScaledValleyRound() {
    double[] units = {1e-3, 1.0, 0.1, 1e-2};
    double[] evaluations = new double[2];
    for (int k = 0; k < 2; k++) {
      int number = k;
      QuasiNewton search =
          new QuasiNewton(
              (p, gradient) -> {
                evaluations[number]++;
                double sum = 0.0;
                for (int i = 0; i < p.length; i++) {
                  double r = (p[i] - 1.0) / units[i];
                  gradient[i] += r / units[i];
                  sum += 0.5 * r * r;
                }
                return sum;
              },
              new double[4],
              Double.POSITIVE_INFINITY);
      if (k == 1) {
        search.useUnits(units);
      }
      for (int step = 0; step < 300 && search.value() > 1e-8; step++) {
        search.step();
      }
      assertThat(search.value()).isLessThan(1e-8);
    }
    assertThat(evaluations[1]).isLessThan(0.5 * evaluations[0]);
  }
}
