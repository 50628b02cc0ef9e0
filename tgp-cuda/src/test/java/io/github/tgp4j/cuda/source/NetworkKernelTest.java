package io.github.tgp4j.cuda.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import io.github.tgp4j.variational.LatentNetwork;
import io.github.tgp4j.variational.OutputExpectation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * From inputs through networks, nodes, flows and likelihood and back to the weights: the kernels,
 * run by the host, agree with Java, random numbers and all.
 */
class NetworkKernelTest {
  private static final int ROWS = 45;
  private static final int STRIDE = 48;
  private static final int INPUTS = 3;
  private static final double SCALE = 1.3;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sal(2) @ mlp(7,5, tanh, dropout=0.25); gaussian",
        "sal(1) @ mlp(70, relu, dropout=0.1); student-t(4)",
        "sal(2) > softplus @ mlp(6,5,4, relu); poisson(identity)",
        "boxcox > affine @ mlp(9, tanh, joint); gaussian",
        "rq-spline(3) @ mlp(5,6, tanh, joint, dropout=0.5); gaussian",
        "sal(1) @ mlp(5,4, tanh, bayes); gaussian",
        "sal(2) @ mlp(9, relu, joint, bayes); laplace",
        "identity; gaussian(noise @ mlp(8,3, tanh, dropout=0.3))",
        "sal(1) @ mlp(5, tanh); student-t(4, noise @ mlp(8, relu))",
        "sal(1) @ mlp(5, tanh, dropout=0.25); categorical(3)",
        "sal(1) @ mlp(5, tanh, dropout=0.25, shared); categorical(3)",
        "sal(1) @ mlp(130,100, tanh); gaussian"
      })
  void networksAgree(String flowText, String likelihoodText, @TempDir Path folder)
      throws Exception {
    Architecture architecture = architecture(flowText, likelihoodText);
    Parameters parameters = parameters(architecture);
    ModelSource source = ModelSource.of(architecture);
    OutputKernels kernels = source.output(0);
    List<NetworkKernels> all = new ArrayList<>(kernels.networks());
    if (kernels.latentNetwork() != null) {
      all.add(kernels.latentNetwork());
    }
    String main =
        HostProgram.resource("network.c")
            .replace(
                "{NETWORKS}",
                all.stream()
                    .map(NetworkKernels::forward)
                    .collect(Collectors.joining(", ", "{", "}")))
            .replace(
                "{BACKS}",
                all.stream().map(NetworkKernels::back).collect(Collectors.joining(", ", "{", "}")));
    HostProgram program = HostProgram.compile(folder, source.text(), main, "-O1");
    Data data = new Data(architecture, parameters);
    Agreement agreement = new Agreement(program.run(data.numbers(kernels, all)));
    data.check(agreement);
    agreement.finish();
  }

  private static Architecture architecture(String flowText, String likelihoodText) {
    FlowSpec spec = Specs.flowSpec(flowText);
    Likelihood likelihood = Specs.likelihood(likelihoodText);
    int n = likelihood.processes();
    List<FlowNetwork> networks = new ArrayList<>();
    Flow flow = spec.flow();
    if (spec.network() != null && spec.shared()) {
      networks.add(
          FlowNetwork.of(
              flow, n, FlowNetwork.usualParameters(flow), spec.network(), INPUTS, 1, 1.0, 3));
    } else if (spec.network() != null) {
      for (int c = 0; c < n; c++) {
        networks.add(
            FlowNetwork.of(
                    flow, FlowNetwork.usualParameters(flow), spec.network(), INPUTS, 1, 1.0, 3 + c)
                .withReach(1.2));
      }
    }
    LatentNetwork last =
        likelihood.latentNetwork() == null
            ? null
            : LatentNetwork.of(likelihood.latentNetwork(), INPUTS, 1, 1.0, 9).withReach(0.9);
    Architecture.Output output =
        new Architecture.Output(likelihood, Collections.nCopies(n, flow), networks, last);
    return new Architecture(
        INPUTS,
        List.of(new Architecture.Group(Covariances.rbf(INPUTS), new ZeroMean(), 3, n)),
        List.of(output));
  }

  private static Parameters parameters(Architecture architecture) {
    Random random = new Random(8);
    Parameters parameters = architecture.newParameters(List.of(Matrix.zeros(3, INPUTS)));
    for (int i = 0; i < parameters.size(); i++) {
      parameters.free()[i] += 0.2 * random.nextGaussian();
    }
    parameters.refresh();
    return parameters;
  }

  /** Rows with numbers that are not consecutive. */
  private static final class Data {
    private final Architecture architecture;
    private final double[] theta;
    private final int processes;
    private final Nodes nodes;
    private final Matrix x = Matrix.zeros(ROWS, INPUTS);
    private final long[] rowNumbers = new long[ROWS];
    private final double[] y = new double[ROWS];
    private final double[][] mean;
    private final double[][] variance;

    Data(Architecture architecture, Parameters parameters) {
      this.architecture = architecture;
      theta = parameters.value();
      processes = architecture.outputs().get(0).processes();
      nodes = processes == 1 ? Nodes.gaussHermite(10) : Nodes.lattice(16, processes, 5);
      Random random = new Random(1);
      Arrays.setAll(x.data, i -> random.nextGaussian());
      Arrays.setAll(rowNumbers, i -> 7L * i + random.nextInt(5));
      mean = new double[processes][STRIDE];
      variance = new double[processes][STRIDE];
      Likelihood likelihood = architecture.outputs().get(0).likelihood();
      double[] f = new double[likelihood.latents()];
      for (int i = 0; i < ROWS; i++) {
        for (int p = 0; p < processes; p++) {
          mean[p][i] = 0.8 * random.nextGaussian();
          variance[p][i] = 0.05 + random.nextDouble();
        }
        Arrays.setAll(f, c -> 0.5 + random.nextDouble());
        y[i] = likelihood.sample(theta, architecture.likelihoodAt(0), f, 0, 1, random);
      }
    }

    HostProgram.Numbers numbers(OutputKernels kernels, List<NetworkKernels> networks) {
      HostProgram.Numbers numbers = new HostProgram.Numbers();
      numbers.put(ROWS, STRIDE, INPUTS, processes, nodes.count(), theta.length);
      numbers.put(kernels.dependentValues(), kernels.width(), networks.size());
      numbers.put(kernels.latentNetwork() == null ? 0 : 1, SCALE, 11, 5).put(theta).put(x.data);
      for (long number : rowNumbers) {
        numbers.put(number);
      }
      numbers.put(y);
      for (double[] one : mean) {
        numbers.put(one);
      }
      for (double[] one : variance) {
        numbers.put(one);
      }
      for (int p = 0; p < processes; p++) {
        numbers.put(nodes.copyNodes(p));
      }
      numbers.put(nodes.copyWeights());
      for (int place : kernels.places()) {
        numbers.put(place);
      }
      for (NetworkKernels network : networks) {
        numbers.put(network.groups(), network.parameters(), network.at());
        numbers.put(network.firstValue(), network.draw());
      }
      return numbers;
    }

    void check(Agreement agreement) {
      double[] thetaBar = new double[theta.length];
      double[][] meanBar = new double[processes][STRIDE];
      double[][] varianceBar = new double[processes][STRIDE];
      RowBlock rows = RowBlock.of(x, new double[][] {y}, rowNumbers);
      double value =
          new OutputExpectation(architecture, 0, nodes)
              .pullback(
                  theta,
                  rows,
                  0,
                  rows.noise(Noise.of(11, 5, 0)),
                  new OutputExpectation.Marginals(mean, variance, meanBar, varianceBar),
                  SCALE,
                  thetaBar,
                  new Scratch());
      for (double[] one : meanBar) {
        agreement.check("mean", one);
      }
      for (double[] one : varianceBar) {
        agreement.check("variance", one);
      }
      double[] expected = new double[1 + theta.length];
      expected[0] = value;
      System.arraycopy(thetaBar, 0, expected, 1, theta.length);
      agreement.check("values", expected);
    }
  }

  @Test
  void refusesBatchNormalisationByName() {
    Architecture architecture = architecture("sal(1) @ mlp(5, tanh, batchnorm)", "gaussian");
    assertThatThrownBy(() -> ModelSource.of(architecture))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("network mlp(5, tanh, batchnorm)")
        .hasMessageContaining("batch normalisation");
  }

  @Test
  void refusesLayersThatDoNotFit() {
    Architecture architecture = architecture("sal(1) @ mlp(300,300, tanh)", "gaussian");
    assertThatThrownBy(() -> ModelSource.of(architecture))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("mlp(300,300, tanh)")
        .hasMessageContaining("too wide");
  }
}
