package io.github.tgp4j.cuda.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.mixture.PredictiveGrids;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowDraws;
import io.github.tgp4j.variational.FlowNetwork;
import java.nio.DoubleBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Moments, quantiles and densities of predictive mixtures: the kernel, run by the host, agrees with
 * Java, draws of networks, grids and tails included.
 */
class MixtureKernelTest {
  private static final int ROWS = 40;
  private static final int STRIDE = 45;
  private static final int INPUTS = 3;
  private static final double CONDENSED = 1e-6; // of what Java condenses to fewer components (R10)
  private static final double[] LEVELS = {0.001, 0.25, 0.5, 0.9, 0.99};

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sal(3); 0; 0.05",
        "sal(2); 0; 1e-4", // a noise so small that grids must be fine
        "rq-spline(3) > sal(1); 0; 0.1",
        "inverse(sal(1)); 0; 0.1",
        "sal(2) @ mlp(7,5, tanh, dropout=0.25); 20; 0.05",
        "sal(1) @ mlp(70, relu, dropout=0.1); 24; 0.01",
        "sal(1) @ mlp(5,4, tanh, bayes); 15; 0.2",
        "sal(1) @ mlp(5, tanh); 0; 0.02",
      })
  void mixturesAgree(String flow, int samples, double noise, @TempDir Path folder)
      throws Exception {
    Case one = new Case(flow, samples, noise);
    PredictionSource source = PredictionSource.of(one.architecture);
    List<NetworkKernels> networks = source.output(0).networks();
    String network = networks.isEmpty() ? "none" : networks.get(0).forward();
    String main = HostProgram.resource("mixture.c").replace("NETWORK(", network + "(");
    HostProgram program = HostProgram.compile(folder, source.text(), main, "-O1");
    one.check(program.run(one.numbers(source.output(0))));
  }

  @Test
  void otherNoiseIsLeftToTheProcessor() {
    for (String likelihood : List.of("student-t(4)", "poisson", "gaussian(noise=gp)")) {
      assertThat(MixtureCode.covers(output("sal(1)", likelihood))).as(likelihood).isFalse();
    }
    assertThat(MixtureCode.covers(output("sal(1)", "gaussian"))).isTrue();
    assertThat(MixtureCode.covers(output("identity", "gaussian"))).isFalse();
  }

  private static Architecture.Output output(String flow, String likelihood) {
    FlowSpec spec = Specs.flowSpec(flow);
    var noise = Specs.likelihood(likelihood);
    return spec.dependsOnInput()
        ? Architecture.Output.dependent(
            noise,
            List.of(
                FlowNetwork.of(
                    spec.flow(),
                    FlowNetwork.usualParameters(spec.flow()),
                    spec.network(),
                    INPUTS,
                    1,
                    1.0,
                    3)))
        : new Architecture.Output(
            noise, java.util.Collections.nCopies(noise.processes(), spec.flow()));
  }

  /** A model with random values, and rows some of which lie beyond its tails. */
  private static final class Case {
    private final Architecture architecture;
    private final double[] theta;
    private final int samples;
    private final LinearTails tails = new LinearTails(-1.5, 1.2, true, true, -2.5, 2.0);
    private final Matrix x = Matrix.zeros(ROWS, INPUTS);
    private final double[] mean = new double[STRIDE];
    private final double[] variance = new double[STRIDE];
    private final double[] y = new double[STRIDE];

    Case(String flow, int samples, double noise) {
      this.samples = samples;
      architecture =
          new Architecture(
              INPUTS,
              List.of(new Architecture.Group(Covariances.rbf(INPUTS), new ZeroMean(), 3, 1)),
              List.of(output(flow, "gaussian")));
      Random random = new Random(8);
      Parameters parameters = architecture.newParameters(List.of(Matrix.zeros(3, INPUTS)));
      for (int i = 0; i < parameters.size(); i++) {
        parameters.free()[i] += 0.2 * random.nextGaussian();
      }
      parameters.refresh();
      theta = parameters.value();
      theta[architecture.likelihoodAt(0)] = noise;
      Arrays.setAll(x.data, i -> random.nextGaussian());
      for (int i = 0; i < ROWS; i++) {
        mean[i] = random.nextGaussian();
        variance[i] = 0.3 * random.nextDouble();
        y[i] = mean[i] + random.nextGaussian();
      }
    }

    private int draws() {
      return Math.max(1, samples);
    }

    HostProgram.Numbers numbers(PredictionSource.Output kernels) {
      PredictiveGrids grids = PredictiveGrids.of(architecture.outputs().get(0).likelihood(), 1);
      int groups = kernels.networks().isEmpty() ? 1 : kernels.networks().get(0).groups();
      Noise noise = FlowDraws.noise(0);
      HostProgram.Numbers numbers = new HostProgram.Numbers();
      numbers.put(ROWS, STRIDE, INPUTS, draws(), kernels.values());
      numbers.put(groups, grids.levels() - 1, LEVELS.length, theta.length);
      numbers.put(noise.seed() >> 32, noise.seed() & 0xffffffffL, noise.step());
      numbers.put(theta).put(x.data).put(mean).put(variance).put(y).put(LEVELS);
      numbers.put(Arrays.stream(LEVELS).map(Scalars::normalQuantile).toArray());
      for (int level = 0; level < grids.levels() - 1; level++) {
        Nodes nodes = grids.nodes(level);
        numbers.put(nodes.count()).put(nodes.copyNodes(0)).put(nodes.copyWeights());
        for (int s = 0; s < nodes.count(); s++) {
          numbers.put(s % 2 == 1 ? 0.0 : grids.half(level).weight(s / 2));
        }
        numbers.put(grids.mostGap(level), PredictiveGrids.INNER, PredictiveGrids.MOST_CHANGE);
        numbers.put(tails.lower(), tails.upper(), 1, 1, tails.least(), tails.greatest());
      }
      return numbers;
    }

    void check(DoubleBuffer answer) {
      Scaling plain = Scaling.none(1);
      OutputPredictive output =
          new OutputPredictive(architecture, theta, 0, plain, samples, List.of(tails));
      MixturePrediction expected =
          new MixturePrediction(
              output,
              x,
              LatentMarginals.of(
                  new double[][] {Arrays.copyOf(mean, ROWS)},
                  new double[][] {Arrays.copyOf(variance, ROWS)}));
      Summary summary = expected.summary(LEVELS);
      double[] log = expected.logDensity(Arrays.copyOf(y, ROWS));
      double[] cdf = expected.cdf(Arrays.copyOf(y, ROWS));
      double near = samples == 0 ? 1e-9 : CONDENSED;
      for (int i = 0; i < ROWS; i++) {
        double scale = summary.standardDeviation()[i];
        assertThat(answer.get(i)).as("row %s is answered", i).isEqualTo(1.0);
        same("mean", answer.get(STRIDE + i), summary.mean()[i], 1e-12 * scale);
        same("deviation", answer.get(2 * STRIDE + i), scale, 1e-12 * scale);
        for (int k = 0; k < LEVELS.length; k++) {
          double quantile = answer.get((3 + k) * STRIDE + i);
          same("quantile " + LEVELS[k], quantile, summary.quantiles()[k][i], near * scale);
        }
        int next = 3 + LEVELS.length;
        same("log density", answer.get(next * STRIDE + i), log[i], 1e-11 * (1 + Math.abs(log[i])));
        same("cdf", answer.get((next + 1) * STRIDE + i), cdf[i], samples == 0 ? 1e-12 : 1e-7);
      }
    }

    private static void same(String what, double value, double expected, double most) {
      assertThat(value).as(what).isCloseTo(expected, within(most));
    }
  }
}
