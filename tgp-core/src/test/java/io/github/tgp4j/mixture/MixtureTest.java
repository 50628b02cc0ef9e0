package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.likelihood.GaussianLikelihood;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixtureTest {
  /**
   * A few components far out take mean and deviation along, so that the search for a low quantile
   * starts where there is hardly any density, from which a Newton step leads out of all bounds.
   */
  @ParameterizedTest
  @ValueSource(doubles = {10, 40, 100, 130, 160, 175, 180, 1e3, 1e6, -40, -160, -1e3})
  void quantilesInvertTheDistributionHoweverFarOutItsTailsAre(double far) {
    Mixture mixture = new Mixture(new GaussianLikelihood(), new double[] {1.0}, 0, 3.0, 2.0);
    mixture.reserve(2);
    mixture.weight[0] = 0.98;
    mixture.weight[1] = 0.02;
    mixture.fk[0] = 0.0;
    mixture.fk[1] = far;
    mixture.settle();
    double before = Double.NEGATIVE_INFINITY;
    for (double p : new double[] {1e-6, 0.01, 0.05, 0.3, 0.5, 0.95, 0.99, 1 - 1e-6}) {
      double quantile = mixture.quantile(p);
      assertThat(quantile).as("%s", p).isGreaterThan(before);
      assertThat(mixture.cdf(quantile)).as("%s", p).isEqualTo(p, Offset.offset(1e-9));
      before = quantile;
    }
  }
}
