package io.github.tgp4j.param;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.GradientCheck;
import org.junit.jupiter.api.Test;

class ParametersTest {
  private static Parameters every() {
    Parameters p = new Parameters();
    p.add(Parameter.of("real", Constraints.REAL, -1.5, 2));
    p.add(
        Parameter.of("positive", Constraints.POSITIVE, 0.3, 40, 1e-8)
            .withPrior(Priors.gamma(2, 3)));
    p.add(
        Parameter.of("log-positive", Constraints.LOG_POSITIVE, 0.05, 7)
            .withPrior(Priors.logNormal(0.2, 0.7)));
    p.add(Parameter.of("interval", Constraints.interval(0.05, 2.05), 1.0, 0.06));
    p.add(
        Parameter.of("ordered", Constraints.ORDERED, -1, 0.5, 3).withPrior(Priors.normal(0.5, 2)));
    p.add(Parameter.of("triangle", Constraints.lowerTriangular(3), 1, 0.2, 2, -0.3, 0.4, 0.5));
    return p;
  }

  @Test
  void constrainedValuesSurviveTheRoundTrip() {
    Parameters p = every();
    double[] before = p.value().clone();
    p.refresh();
    for (int i = 0; i < before.length; i++) {
      assertThat(p.value()[i])
          .as(p.nameOf(i))
          .isCloseTo(before[i], within(1e-12 * Math.max(1, Math.abs(before[i]))));
    }
    assertThat(p.get("positive")[2]).isCloseTo(1e-8, within(1e-16));
  }

  /** Training may push a power against its end: what comes out is still a value. */
  @Test
  void intervalsKeepOffTheirEnds() {
    Parameters p = new Parameters();
    p.add(Parameter.of("lambda", Constraints.interval(0.05, 2.05), 1.0));
    for (double free : new double[] {-1e300, -800, -40, 40, 800, 1e300}) {
      p.free()[0] = free;
      p.refresh();
      double value = p.get("lambda")[0];
      assertThat(value).isStrictlyBetween(0.05, 2.05);
      p.set("lambda", value);
      assertThat(p.free()[0]).isFinite();
      assertThat(p.get("lambda")[0]).isCloseTo(value, within(1e-12));
    }
  }

  @Test
  void pullbackThroughConstraintsAndPriorsIsTheGradient() {
    Parameters p = every();
    p.set("positive", 0.3, 4, 0.01);
    double[] weights = new double[p.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.sin(i + 1.0);
    }
    double[] valueBar = weights.clone();
    p.logPrior(valueBar);
    double[] freeBar = new double[p.size()];
    p.pullback(valueBar, freeBar);
    GradientCheck.check(
        free -> {
          Parameters q = p.copy();
          System.arraycopy(free, 0, q.free(), 0, free.length);
          q.refresh();
          double sum = q.logPrior(new double[free.length]);
          for (int i = 0; i < free.length; i++) {
            sum += weights[i] * q.value()[i];
          }
          return sum;
        },
        p.free(),
        freeBar,
        p::nameOf);
  }

  @Test
  void priorsAreNormalised() {
    for (Prior prior :
        new Prior[] {Priors.normal(1, 0.5), Priors.logNormal(0.1, 0.4), Priors.gamma(3, 2)}) {
      double sum = 0;
      double h = 1e-4;
      for (double v = -10 + h / 2; v < 40; v += h) {
        sum += v > 0 || prior.equals(Priors.normal(1, 0.5)) ? h * Math.exp(prior.logDensity(v)) : 0;
      }
      assertThat(sum).isCloseTo(1.0, within(1e-6));
    }
  }

  @Test
  void heldParametersGetNoGradient() {
    Parameters p = every();
    p.setTrainable("real"::equals, false);
    double[] valueBar = new double[p.size()];
    java.util.Arrays.fill(valueBar, 1.0);
    double[] freeBar = new double[p.size()];
    p.pullback(valueBar, freeBar);
    assertThat(freeBar[0]).isZero();
    assertThat(freeBar[2]).isNotZero();
  }

  /** What a hostile file may hold: a fit never gives −0, and its square root is below 0. */
  @Test
  void valuesThatNoFitGivesAreNotBroughtBack() {
    Parameters parameters = new Parameters();
    parameters.add(Parameter.of("variance", Constraints.LOG_POSITIVE, 2.0));
    parameters.restore("variance", new double[] {0.0}); // the edge, by underflow
    assertThatThrownBy(() -> parameters.restore("variance", new double[] {-0.0}))
        .hasMessageContaining("but got -0.0");
    assertThatThrownBy(() -> parameters.restore("variance", new double[] {-1.0}))
        .hasMessageContaining("but got -1.0");
  }

  @Test
  void wrongValuesAreNamed() {
    Parameters p = every();
    assertThatThrownBy(() -> p.set("positive", 1, -1, 1))
        .hasMessageContaining("positive")
        .hasMessageContaining("above 0 but got -1.0");
    assertThatThrownBy(() -> p.set("positive", 1))
        .hasMessageContaining("expected 3 values but got 1");
    assertThatThrownBy(() -> p.set("nothing", 1))
        .hasMessageContaining("no such name")
        .hasMessageContaining("ordered");
    assertThatThrownBy(() -> p.set("ordered", 1, 1, 2)).hasMessageContaining("increasing");
    assertThatThrownBy(() -> p.add(Parameter.of("real", Constraints.REAL, 1)))
        .hasMessageContaining("taken");
    assertThatThrownBy(() -> Parameter.of("x", Constraints.POSITIVE, Double.NaN))
        .hasMessageContaining("x: expected");
  }
}
