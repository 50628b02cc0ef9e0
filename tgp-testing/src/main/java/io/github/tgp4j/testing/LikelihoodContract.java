package io.github.tgp4j.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.likelihood.GaussianBlock;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.NodeBlock;
import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.spec.Specs;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every likelihood must satisfy: a density that integrates to one, moments, distribution
 * function and draws that agree with it, the derivatives it claims, and a text that reads back. A
 * test class per likelihood extends it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LikelihoodContract {
  /** Every setting worth a test. */
  protected abstract List<Likelihood> variants();

  /** What they print, in the same order. */
  protected abstract List<String> texts();

  /** Parameter values away from every boundary. */
  protected abstract double[] theta();

  /** Targets it accepts. */
  protected abstract double[] targets();

  /** Targets it refuses, besides NaN and the infinities. */
  protected abstract double[] refused();

  /** How its targets may be rescaled. */
  protected abstract TargetScaling scaling();

  /** A likelihood whose log density is what this one maximises in training: itself, as a rule. */
  protected Likelihood objective(Likelihood likelihood) {
    return likelihood;
  }

  /** Latent values of four points, latent by latent. */
  private static double[] latents(Likelihood likelihood) {
    boolean positive = likelihood.latentDomain().equals(Interval.POSITIVE);
    double[] f = new double[4 * likelihood.latents()];
    for (int i = 0; i < f.length; i++) {
      int latent = i / 4;
      double base = new double[] {-1.3, -0.4, 0.3, 1.2}[i % 4] + 0.37 * latent;
      f[i] = positive ? Math.exp(base) : base;
    }
    return f;
  }

  private double logDensity(Likelihood likelihood, double y, double[] f, int point) {
    double[] out = new double[1];
    likelihood.logDensity(theta(), 0, y, f, point, f.length / likelihood.latents(), 1, out, 0);
    return out[0];
  }

  private double[] moments(Likelihood likelihood, double[] f, int point) {
    double[] mean = new double[1];
    double[] variance = new double[1];
    int stride = f.length / likelihood.latents();
    likelihood.moments(theta(), 0, f, point, stride, 1, mean, variance, 0);
    return new double[] {mean[0], variance[0]};
  }

  private double cdf(Likelihood likelihood, double y, double[] f, int point) {
    double[] out = new double[1];
    likelihood.cdf(theta(), 0, y, f, point, f.length / likelihood.latents(), 1, out, 0);
    return out[0];
  }

  /** ∫ h(y) p(y|f) dy over y ≤ upTo, or the sum. */
  private double integral(
      Likelihood likelihood, double[] f, int point, double upTo, DoubleUnaryOperator h) {
    DoubleUnaryOperator g =
        y -> {
          double density = Math.exp(logDensity(likelihood, y, f, point));
          return density == 0 ? 0 : h.applyAsDouble(y) * density;
        };
    if (likelihood.discrete()) {
      double last = Math.min(upTo, likelihood.classes() > 0 ? likelihood.classes() - 1 : 2000);
      double sum = 0.0;
      for (int y = 0; y <= last; y++) {
        sum += g.applyAsDouble(y);
      }
      return sum;
    }
    Interval support = likelihood.support();
    if (support.lower() == 0) {
      double top = Math.min(upTo, support.upper());
      return top == Double.POSITIVE_INFINITY
          ? DoubleExponential.above(g, 0)
          : DoubleExponential.between(g, 0, top);
    }
    double kink = moments(likelihood, f, point)[0];
    if (upTo == Double.POSITIVE_INFINITY) {
      return DoubleExponential.line(g, kink);
    }
    double below = DoubleExponential.above(x -> g.applyAsDouble(2 * kink - x), kink);
    return upTo > kink
        ? below + DoubleExponential.between(g, kink, upTo)
        : below - DoubleExponential.between(g, upTo, kink);
  }

  /** scale·w. */
  private static double[] scaled(double[] w, double scale) {
    return Arrays.stream(w).map(value -> scale * value).toArray();
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void densityMomentsAndDistributionFunctionAgree(Likelihood likelihood) {
    double[] f = latents(likelihood);
    double infinity = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 4; i++) {
      assertThat(integral(likelihood, f, i, infinity, y -> 1.0)).isCloseTo(1.0, within(1e-9));
      double[] moments = moments(likelihood, f, i);
      double mean = moments[0];
      assertThat(integral(likelihood, f, i, infinity, y -> y))
          .isCloseTo(mean, within(1e-8 * (1 + Math.abs(mean))));
      if (moments[1] < infinity) {
        assertThat(integral(likelihood, f, i, infinity, y -> (y - mean) * (y - mean)))
            .isCloseTo(moments[1], within(1e-7 * (1 + moments[1])));
      }
      for (double y : targets()) {
        assertThat(cdf(likelihood, y, f, i))
            .isCloseTo(integral(likelihood, f, i, y, x -> 1.0), within(1e-9));
      }
      assertThat(cdf(likelihood, -1e9, f, i)).isCloseTo(0.0, within(1e-7));
      assertThat(cdf(likelihood, 1e9, f, i)).isCloseTo(1.0, within(1e-7));
      if (likelihood.discrete()) {
        assertThat(cdf(likelihood, 1.5, f, i)).isEqualTo(cdf(likelihood, 1.0, f, i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void pullbackIsTheGradient(Likelihood likelihood) {
    double[] latents = latents(likelihood);
    double[] theta = theta();
    int p = theta.length;
    int stride = 5; // slices of four with a gap between them
    double[] outBar = {9, 0.7, -1.1, 0.4, 1.9};
    for (double y : targets()) {
      double[] f = new double[1 + stride * likelihood.latents()];
      double[] fBar = new double[f.length];
      Arrays.fill(fBar, Double.NaN);
      for (int i = 0; i < latents.length; i++) {
        f[1 + i / 4 * stride + i % 4] = latents[i];
      }
      double[] shifted = new double[p + 1];
      System.arraycopy(theta, 0, shifted, 1, p);
      double[] thetaBar = new double[p + 1];
      Arrays.fill(thetaBar, 0.5);
      likelihood.logDensityPullback(shifted, 1, y, f, 1, stride, 4, outBar, 1, fBar, thetaBar);
      double[] gradient = new double[p + latents.length];
      for (int i = 0; i < p; i++) {
        gradient[i] = thetaBar[1 + i] - 0.5;
      }
      for (int i = 0; i < latents.length; i++) {
        gradient[p + i] = fBar[1 + i / 4 * stride + i % 4];
      }
      assertThat(fBar[0]).isNaN();
      assertThat(thetaBar[0]).isEqualTo(0.5);
      GradientCheck.check(
          x -> {
            double[] out = new double[6];
            likelihood.logDensity(x, 0, y, x, p, 4, 4, out, 2);
            double sum = 0.0;
            for (int i = 0; i < 4; i++) {
              sum += outBar[1 + i] * out[2 + i];
            }
            return sum;
          },
          concat(theta, latents),
          gradient,
          i -> likelihood + " y=" + y + (i < p ? " θ" + i : " f" + (i - p)));
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void expectationIsTheNaiveLoop(Likelihood likelihood) {
    Likelihood naive = withDefaultsOnly(objective(likelihood));
    double[] y = concat(new double[] {Double.NaN}, targets());
    int rows = targets().length;
    for (int nodes : new int[] {1, 7, 33, 200}) {
      Random random = new Random(nodes);
      double[] weights = random.doubles(nodes).toArray();
      double[] f = new double[likelihood.latents() * rows * nodes];
      boolean positive = likelihood.latentDomain().equals(Interval.POSITIVE);
      for (int i = 0; i < f.length; i++) {
        f[i] = positive ? Math.exp(random.nextGaussian()) : 2 * random.nextGaussian();
      }
      double[][] fBar = new double[2][f.length];
      Arrays.fill(fBar[0], Double.NaN);
      double[][] thetaBar = new double[2][theta().length];
      Scratch scratch = new Scratch();
      scratch.take(3);
      double value =
          likelihood.expectation(
              theta(),
              0,
              new NodeBlock(y, 1, rows, f, 0, rows * nodes, nodes, scaled(weights, 1.7), fBar[0]),
              thetaBar[0],
              scratch);
      assertThat(scratch.mark()).isEqualTo(1);
      double expected =
          naive.expectation(
              theta(),
              0,
              new NodeBlock(y, 1, rows, f, 0, rows * nodes, nodes, scaled(weights, 1.7), fBar[1]),
              thetaBar[1],
              scratch);
      assertThat(value).isCloseTo(expected, within(1e-11 * (1 + Math.abs(expected))));
      for (int i = 0; i < f.length; i++) {
        assertThat(fBar[0][i]).isCloseTo(fBar[1][i], within(1e-11 * (1 + Math.abs(fBar[1][i]))));
      }
      for (int i = 0; i < theta().length; i++) {
        assertThat(thetaBar[0][i])
            .isCloseTo(thetaBar[1][i], within(1e-10 * (1 + Math.abs(thetaBar[1][i]))));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void expectationPullbackIsTheGradient(Likelihood likelihood) {
    int rows = targets().length;
    int nodes = 3;
    int p = theta().length;
    double[] weights = {0.2, 0.5, 0.3};
    double[] f = new double[likelihood.latents() * rows * nodes];
    double[] some = latents(likelihood);
    for (int i = 0; i < f.length; i++) {
      f[i] = some[i * 7 % some.length];
    }
    double[] fBar = new double[f.length];
    double[] thetaBar = new double[p];
    likelihood.expectation(
        theta(),
        0,
        new NodeBlock(targets(), 0, rows, f, 0, rows * nodes, nodes, scaled(weights, 0.6), fBar),
        thetaBar,
        new Scratch());
    GradientCheck.check(
        x -> {
          double[] latent = Arrays.copyOfRange(x, p, x.length);
          double[] ignored = new double[x.length];
          return likelihood.expectation(
              x,
              0,
              new NodeBlock(
                  targets(),
                  0,
                  rows,
                  latent,
                  0,
                  rows * nodes,
                  nodes,
                  scaled(weights, 0.6),
                  ignored),
              new double[p],
              new Scratch());
        },
        concat(theta(), f),
        concat(thetaBar, fBar),
        i -> likelihood + (i < p ? " θ" + i : " f" + (i - p)));
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void closedFormIsTheExpectation(Likelihood likelihood) {
    double[] y = targets();
    int n = y.length;
    int p = theta().length;
    int latents = likelihood.latents();
    double[][] marginals = marginals(n, latents);
    double[] thetaBar = new double[p];
    double[][] bars = new double[2 * latents][n];
    if (!likelihood.hasClosedForm()) {
      assertThatThrownBy(
              () ->
                  likelihood.expectedLogDensity(
                      theta(), 0, block(y, marginals, bars, 0), 1, thetaBar))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("quadrature");
      return;
    }
    double value =
        likelihood.expectedLogDensity(theta(), 0, block(y, marginals, bars, 0), 1.3, thetaBar);
    double expected = 0.0;
    for (int i = 0; i < n; i++) {
      expected += 1.3 * expectation(likelihood, y[i], marginals, i);
    }
    assertThat(value).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
    GradientCheck.check(
        x -> {
          double[][] moved = new double[2 * latents][];
          for (int k = 0; k < moved.length; k++) {
            moved[k] = Arrays.copyOfRange(x, p + k * n, p + (k + 1) * n);
          }
          return likelihood.expectedLogDensity(
              Arrays.copyOf(x, p),
              0,
              block(y, moved, new double[2 * latents][n], 0),
              1.3,
              new double[p]);
        },
        concat(theta(), together(marginals)),
        concat(thetaBar, together(bars)),
        i ->
            likelihood
                + (i < p
                    ? " θ" + i
                    : ((i - p) / n % 2 == 0 ? " mean " : " variance ") + (i - p) % n));
  }

  /** Means and variances of every latent. */
  private static double[][] marginals(int n, int latents) {
    double[][] marginals = new double[2 * latents][n];
    for (int c = 0; c < latents; c++) {
      for (int i = 0; i < n; i++) {
        marginals[2 * c][i] = 0.4 - 0.3 * i + 0.2 * c;
        marginals[2 * c + 1][i] = (0.3 + 0.4 * i) / (1 + c);
      }
    }
    return marginals;
  }

  private static GaussianBlock block(double[] y, double[][] marginals, double[][] bars, int c) {
    GaussianBlock second = 2 * c + 2 < marginals.length ? block(y, marginals, bars, c + 1) : null;
    return new GaussianBlock(
        y,
        0,
        marginals[2 * c],
        marginals[2 * c + 1],
        y.length,
        bars[2 * c],
        bars[2 * c + 1],
        second);
  }

  private static double[] together(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  /** E[log p(y | f)] of one row by quadrature; a second latent by Gauss–Hermite. */
  private double expectation(Likelihood likelihood, double y, double[][] marginals, int row) {
    double mean = marginals[0][row];
    double variance = marginals[1][row];
    boolean two = marginals.length > 2;
    Nodes nodes = Nodes.gaussHermite(two ? 40 : 1);
    double sum = 0.0;
    for (int s = 0; s < nodes.count(); s++) {
      double h =
          two ? marginals[2][row] + Math.sqrt(marginals[3][row]) * nodes.node(0, s) : Double.NaN;
      DoubleUnaryOperator integrand =
          f -> {
            double d = f - mean;
            double density = Math.exp(-0.5 * d * d / variance);
            double[] latents = two ? new double[] {f, h} : new double[] {f};
            return density == 0 ? 0 : density * logDensity(objective(likelihood), y, latents, 0);
          };
      double kink = scaling() == TargetScaling.STANDARDISE ? y : mean;
      sum +=
          nodes.weight(s)
              * DoubleExponential.line(integrand, kink)
              / Math.sqrt(2 * Math.PI * variance);
    }
    return sum;
  }

  /** {@link Likelihood#addsNoise}: the density depends on y − f alone. */
  @ParameterizedTest
  @MethodSource("variants")
  final void addedNoiseIsTheSameEverywhere(Likelihood likelihood) {
    if (!likelihood.addsNoise()) {
      return;
    }
    double[] f = {-1.3, 0.4};
    assertThat(logDensity(likelihood, 0.9, f, 0))
        .isCloseTo(logDensity(likelihood, 2.6, f, 1), within(1e-12));
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void samplesFollowTheDistribution(Likelihood likelihood) {
    double[] f = latents(likelihood);
    Random random = new Random(11);
    int draws = 20_000;
    double[] y = new double[draws];
    for (int i = 0; i < draws; i++) {
      y[i] = likelihood.sample(theta(), 0, f, 2, 4, random);
      assertThat(likelihood.violation(y[i])).isNull();
    }
    double[] moments = moments(likelihood, f, 2);
    double mean = Arrays.stream(y).average().orElseThrow();
    double variance = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).sum() / draws;
    assertThat(mean).isCloseTo(moments[0], within(5 * Math.sqrt(moments[1] / draws)));
    assertThat(variance).isCloseTo(moments[1], within(0.25 * moments[1]));
    for (double at : targets()) {
      double share = (double) Arrays.stream(y).filter(v -> v <= at).count() / draws;
      assertThat(share).isCloseTo(cdf(likelihood, at, f, 2), within(0.02));
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void extremeLatentsStayFinite(Likelihood likelihood) {
    double[] extremes = {-1e6, -1e3, -38.5, -1e-3, 0, 1e-300, 1e-20, 38.5, 745, 1e6};
    int n = extremes.length;
    int c = likelihood.latents();
    double[] f = new double[n * c];
    for (int i = 0; i < f.length; i++) {
      f[i] = extremes[(i + i / n * 3) % n];
    }
    double[] weights = new double[n];
    Arrays.fill(weights, 1.0 / n);
    for (double y : targets()) {
      double[] out = new double[n];
      likelihood.logDensity(theta(), 0, y, f, 0, n, n, out, 0);
      assertFinite(likelihood + " log density", out);
      double[] fBar = new double[f.length];
      double[] thetaBar = new double[theta().length];
      double value =
          likelihood.expectation(
              theta(),
              0,
              new NodeBlock(new double[] {y}, 0, 1, f, 0, n, n, weights, fBar),
              thetaBar,
              new Scratch());
      assertThat(value).isFinite();
      assertFinite(likelihood + " latent adjoint at y=" + y, fBar);
      assertFinite(likelihood + " parameter adjoint at y=" + y, thetaBar);
      likelihood.cdf(theta(), 0, y, f, 0, n, n, out, 0);
      for (double value01 : out) {
        assertThat(value01).isBetween(0.0, 1.0);
      }
      double[] mean = new double[n];
      likelihood.moments(theta(), 0, f, 0, n, n, mean, out, 0);
      assertFinite(likelihood + " mean", mean);
      assertFinite(likelihood + " variance", out);
    }
    for (int i = 0; i < n; i++) {
      assertThat(likelihood.sample(theta(), 0, f, i, n, new Random(1))).isFinite();
    }
    if (likelihood.hasClosedForm()) {
      double[] y = new double[n];
      Arrays.fill(y, targets()[1]);
      double[] variance = {0, 1e-300, 1, 1e4, 1e8, 1, 0, 1e3, 1e-9, 2};
      double[][] marginals = new double[2 * c][];
      for (int k = 0; k < 2 * c; k++) {
        marginals[k] = k % 2 == 0 ? extremes : variance;
      }
      double[][] bars = new double[2 * c][n];
      double[] thetaBar = new double[theta().length];
      assertThat(
              likelihood.expectedLogDensity(theta(), 0, block(y, marginals, bars, 0), 1, thetaBar))
          .isFinite();
      assertFinite(likelihood + " closed form", thetaBar);
      for (double[] bar : bars) {
        assertFinite(likelihood + " closed form", bar);
      }
    }
  }

  private static void assertFinite(String what, double[] values) {
    for (double value : values) {
      assertThat(value).as(what + " " + Arrays.toString(values)).isFinite();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void classProbabilitiesAreTheDensity(Likelihood likelihood) {
    if (likelihood.classes() == 0) {
      assertThatThrownBy(
              () ->
                  likelihood.classProbabilities(
                      theta(), 0, latents(likelihood), 0, 4, 4, new double[9]))
          .hasMessageContaining("no classes");
      return;
    }
    double[][] p = new double[2][4 * likelihood.classes()];
    double[] f = latents(likelihood);
    likelihood.classProbabilities(theta(), 0, f, 0, 4, 4, p[0]);
    withDefaultsOnly(likelihood).classProbabilities(theta(), 0, f, 0, 4, 4, p[1]);
    assertThat(p[0]).containsExactly(p[1], within(1e-13));
  }

  @ParameterizedTest
  @MethodSource("variants")
  final void targetsAreChecked(Likelihood likelihood) {
    for (double y : targets()) {
      assertThat(likelihood.violation(y)).isNull();
    }
    double[] never = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (double y : concat(refused(), never)) {
      assertThat(likelihood.violation(y)).startsWith("expected ").contains(" but got ");
    }
    assertThat(likelihood.targetScaling()).isEqualTo(scaling());
    int count = 0;
    for (Parameter parameter : likelihood.parameters()) {
      count += parameter.size();
    }
    assertThat(theta()).hasSize(count);
  }

  /** Register a likelihood of your own before it is tested, or list it in a Parts service. */
  @Test
  final void textReadsBack() {
    for (Likelihood likelihood : variants()) {
      assertThat(Specs.likelihood(likelihood.toString())).isEqualTo(likelihood);
    }
  }

  @Test
  final void textIdentifies() {
    List<Likelihood> again = variants();
    for (int i = 0; i < again.size(); i++) {
      Likelihood likelihood = variants().get(i);
      assertThat(likelihood).hasToString(texts().get(i)).isEqualTo(again.get(i));
      assertThat(likelihood).hasSameHashCodeAs(again.get(i)).isNotEqualTo(null);
      for (int j = 0; j < i; j++) {
        assertThat(likelihood).isNotEqualTo(again.get(j));
      }
    }
  }

  /** The same likelihood with the interface's own expectation and class probabilities. */
  private static Likelihood withDefaultsOnly(Likelihood likelihood) {
    return (Likelihood)
        Proxy.newProxyInstance(
            Likelihood.class.getClassLoader(),
            new Class<?>[] {Likelihood.class},
            (proxy, method, arguments) ->
                List.of("expectation", "classProbabilities").contains(method.getName())
                    ? InvocationHandler.invokeDefault(proxy, method, arguments)
                    : method.invoke(likelihood, arguments));
  }

  private static double[] concat(double[] a, double[] b) {
    double[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }
}
