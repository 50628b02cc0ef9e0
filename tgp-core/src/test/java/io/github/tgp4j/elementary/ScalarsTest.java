package io.github.tgp4j.elementary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ScalarsTest {
  private static final Map<String, DoubleUnaryOperator> FUNCTIONS =
      Map.ofEntries(
          Map.entry("asinh", Scalars::asinh),
          Map.entry("softplus", Scalars::softplus),
          Map.entry("softplusInverse", Scalars::softplusInverse),
          Map.entry("sigmoid", Scalars::sigmoid),
          Map.entry("normalPdf", Scalars::normalPdf),
          Map.entry("normalLogPdf", Scalars::normalLogPdf),
          Map.entry("normalCdf", Scalars::normalCdf),
          Map.entry("normalLogCdf", Scalars::normalLogCdf),
          Map.entry("normalQuantile", Scalars::normalQuantile),
          Map.entry("normalQuantileOfLog", Scalars::normalQuantileOfLog),
          Map.entry("inverseMillsRatio", Scalars::inverseMillsRatio));

  @Test
  void matchesGoldenValues() {
    FUNCTIONS.forEach(
        (name, f) -> Golden.of(name).forEach(golden -> golden.check(f.applyAsDouble(golden.x))));
  }

  @Test
  void passesNaNOn() {
    FUNCTIONS.forEach((name, f) -> assertThat(f.applyAsDouble(Double.NaN)).as(name).isNaN());
  }

  @Test
  void inversesUndoTheirFunctions() {
    for (double x = -36.0; x < 36.0; x += 0.37) {
      assertThat(Scalars.softplusInverse(Scalars.softplus(x))).isCloseTo(x, within(1e-13));
      assertThat(Scalars.normalQuantileOfLog(Scalars.normalLogCdf(x))).isCloseTo(x, within(1e-13));
    }
    for (double x = -37.0; x < 5.0; x += 0.37) {
      double slack = 1e-14 + 1e-16 / Scalars.normalPdf(Math.max(x, 0.0)); // Φ rounds to 1
      assertThat(Scalars.normalQuantile(Scalars.normalCdf(x))).isCloseTo(x, within(slack));
    }
  }

  @Test
  void endsOfTheDomains() {
    assertThat(Scalars.normalQuantile(0.0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Scalars.normalQuantile(1.0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Scalars.normalQuantile(1.5)).isNaN();
    assertThat(Scalars.normalQuantileOfLog(0.0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Scalars.normalQuantileOfLog(Double.NEGATIVE_INFINITY))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Scalars.softplusInverse(0.0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Scalars.softplusInverse(-1.0)).isNaN();
    assertThat(Scalars.inverseMillsRatio(Double.NEGATIVE_INFINITY)).isInfinite();
    assertThat(Scalars.inverseMillsRatio(Double.POSITIVE_INFINITY)).isZero();
  }
}
