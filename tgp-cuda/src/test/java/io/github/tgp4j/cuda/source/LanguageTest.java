package io.github.tgp4j.cuda.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.ScalarFlow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.ScalarLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.spec.LanguageNames;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Every part of the model language has kernels, by its name; a part that joins the language fails
 * here until it has kernels or is listed as refused. Parts of others are refused by name.
 */
class LanguageTest {
  /** A text for every name, where the name alone is none. */
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("log", "softplus > log"),
          Map.entry("inverse", "inverse(tukey)"),
          Map.entry("sum", "sum(affine, tanh)"),
          Map.entry("weighted-sum", "weighted-sum(affine, sinh-arcsinh)"),
          Map.entry("tanh-sum", "tanh-sum(3)"),
          Map.entry("arcsinh-sum", "arcsinh-sum(3)"),
          Map.entry("log-exp-sum", "log-exp-sum(3)"),
          Map.entry("boxcox-sum", "boxcox-sum(2)"),
          Map.entry("inverse-boxcox-sum", "inverse-boxcox-sum(2)"),
          Map.entry("categorical", "categorical(3)"),
          Map.entry("ordinal", "ordinal(3)"),
          Map.entry("warped", "warped(sal(1))"),
          Map.entry("poly", "poly(2)"),
          Map.entry("arccos", "arccos(1)"));

  /** Parts of the language for which there are no kernels. */
  private static final List<String> REFUSED = List.of();

  private static Architecture model(
      Covariance covariance, MeanFunction mean, Flow flow, Likelihood likelihood) {
    int n = likelihood.processes();
    return new Architecture(
        2,
        List.of(new Architecture.Group(covariance, mean, 3, n)),
        List.of(new Architecture.Output(likelihood, Collections.nCopies(n, flow))));
  }

  private static Architecture model(String kind, String name) {
    String text = TEXTS.getOrDefault(name, name);
    String positive = name.equals("volatility") ? "softplus" : "identity";
    return model(
        Specs.covariance(kind.equals("covariance") ? text : "rbf", 2),
        Specs.mean(kind.equals("mean") ? text : "zero", 2),
        Specs.flow(kind.equals("flow") ? text : positive),
        Specs.likelihood(kind.equals("likelihood") ? text : "gaussian"));
  }

  @Test
  void everyPartOfTheLanguageHasKernels() {
    Map<String, Iterable<String>> all =
        Map.of(
            "flow", LanguageNames.flows(),
            "likelihood", LanguageNames.likelihoods(),
            "covariance", LanguageNames.covariances(),
            "mean", LanguageNames.means());
    all.forEach(
        (kind, names) -> {
          assertThat(names).isNotEmpty();
          for (String name : names) {
            if (REFUSED.contains(name)) {
              assertThatThrownBy(() -> ModelSource.of(model(kind, name)))
                  .isInstanceOf(UnsupportedModelException.class)
                  .hasMessageContaining(name);
            } else {
              assertThatCode(() -> ModelSource.of(model(kind, name)))
                  .as("%s %s", kind, name)
                  .doesNotThrowAnyException();
            }
          }
        });
  }

  @Test
  void otherPeoplesPartsAreRefusedByName() {
    Specs.registerFlow("cubic-of-a-test", arguments -> new CubicFlow());
    Flow plain = Specs.flow("identity");
    Likelihood gaussian = Specs.likelihood("gaussian");
    Covariance rbf = Covariances.rbf(2);
    assertRefused(
        model(rbf, Specs.mean("zero", 2), Specs.flow("sal(1) > cubic-of-a-test"), gaussian),
        "flow cubic-of-a-test");
    assertRefused(
        model(rbf, Specs.mean("zero", 2), plain, new LogisticLikelihood()), "likelihood logistic");
    assertRefused(model(rbf, new SteepMean(), plain, gaussian), "mean function steep");
  }

  private static void assertRefused(Architecture model, String part) {
    assertThatThrownBy(() -> ModelSource.of(model))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageStartingWith(part + " cannot be computed on the device")
        .hasMessageEndingWith("use the CPU for this model");
  }

  private static final class CubicFlow extends ScalarFlow {
    @Override
    protected double value(double[] theta, int at, double f) {
      return f + f * f * f;
    }

    @Override
    protected double valuePullback(
        double[] theta, int at, double f, double gBar, double[] thetaBar) {
      return gBar * (1.0 + 3.0 * f * f);
    }

    @Override
    protected double logSlope(double[] theta, int at, double f) {
      return Math.log1p(3.0 * f * f);
    }

    @Override
    protected double logSlopePullback(
        double[] theta, int at, double f, double lBar, double[] thetaBar) {
      return lBar * 6.0 * f / (1.0 + 3.0 * f * f);
    }

    @Override
    public String toString() {
      return "cubic-of-a-test";
    }
  }

  private static final class LogisticLikelihood extends ScalarLikelihood {
    @Override
    public List<Parameter> parameters() {
      return List.of();
    }

    @Override
    protected double logDensity(double[] theta, int at, double y, double f) {
      return f - y - 2.0 * Math.log1p(Math.exp(f - y));
    }

    @Override
    protected double logDensityPullback(
        double[] theta, int at, double y, double f, double bar, double[] thetaBar) {
      return bar * Math.tanh(0.5 * (y - f));
    }

    @Override
    protected double mean(double[] theta, int at, double f) {
      return f;
    }

    @Override
    protected double variance(double[] theta, int at, double f) {
      return 3.29;
    }

    @Override
    protected double cdf(double[] theta, int at, double y, double f) {
      return 1.0 / (1.0 + Math.exp(f - y));
    }

    @Override
    protected double sample(double[] theta, int at, double f, RandomGenerator random) {
      return f;
    }

    @Override
    public String toString() {
      return "logistic";
    }
  }

  private static final class SteepMean implements MeanFunction {
    @Override
    public List<Parameter> parameters() {
      return List.of();
    }

    @Override
    public void mean(double[] theta, int at, Matrix x, double[] out) {}

    @Override
    public void meanPullback(
        double[] theta, int at, Matrix x, double[] outBar, double[] thetaBar, Matrix xBar) {}

    @Override
    public String toString() {
      return "steep";
    }
  }
}
