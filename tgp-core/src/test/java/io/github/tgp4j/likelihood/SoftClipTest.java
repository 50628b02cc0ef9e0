package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.tgp4j.testing.GradientCheck;
import org.junit.jupiter.api.Test;

class SoftClipTest {
  @Test
  void isTheIdentityInsideAndGrowsOutside() {
    assertThat(SoftClip.value(-39.5, 40)).isEqualTo(-39.5);
    assertThat(SoftClip.value(41, 40)).isEqualTo(40 + Math.log(2));
    double previous = 40;
    for (double f = 40.1; f < 3e6; f *= 1.5) {
      assertThat(SoftClip.value(f, 40)).isGreaterThan(previous).isEqualTo(-SoftClip.value(-f, 40));
      previous = SoftClip.value(f, 40);
    }
    assertThat(SoftClip.value(Double.POSITIVE_INFINITY, 40)).isEqualTo(55);
    assertThat(SoftClip.slope(Double.NEGATIVE_INFINITY, 40)).isZero();
  }

  @Test
  void inverseLeadsBack() {
    for (double f : new double[] {-2e6, -700, -43, -40, 0, 12, 41, 1e4}) {
      assertThat(SoftClip.inverse(SoftClip.value(f, 40), 40)).isCloseTo(f, withinPercentage(1e-8));
    }
    assertThat(SoftClip.value(SoftClip.inverse(70, 40), 40)).isEqualTo(55);
    assertThat(SoftClip.inverse(Double.NaN, 40)).isNaN();
  }

  @Test
  void slopeIsTheDerivative() {
    for (double f : new double[] {-700, -43, 12, 41, 1e4}) {
      GradientCheck.check(
          x -> SoftClip.value(x[0], 40),
          new double[] {f},
          new double[] {SoftClip.slope(f, 40)},
          i -> "f = " + f);
    }
  }

  @Test
  void withinLooksAtEveryValue() {
    for (int n = 0; n < 6; n++) {
      double[] f = new double[8];
      f[0] = 99; // outside the slice
      f[n + 1] = 99;
      assertThat(SoftClip.within(f, 1, n, 40)).isTrue();
      for (int i = 1; i <= n; i++) {
        f[i] = -41;
        assertThat(SoftClip.within(f, 1, n, 40)).isFalse();
        f[i] = Double.NaN;
        assertThat(SoftClip.within(f, 1, n, 40)).isFalse();
        f[i] = 40;
      }
    }
  }
}
