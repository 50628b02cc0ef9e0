package io.github.tgp4j.cuda.source;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.OutputExpectation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernels of expectations, run by the host, agree with Java to 1e-12. */
class ExpectationKernelTest {
  private static final int ROWS = 23;
  private static final int STRIDE = 25;
  private static final int BLOCKS = 3;
  private static final double SCALE = 1.7;

  private static final List<String> FLOWS =
      List.of(
          "identity",
          "affine",
          "scale",
          "exp",
          "softplus",
          "sinh",
          "arcsinh",
          "arcsinh(unshifted)",
          "tanh",
          "tanh(unshifted)",
          "log-exp",
          "sinh-arcsinh",
          "boxcox",
          "inverse(boxcox)",
          "tukey",
          "sal(1)",
          "sal(3)",
          "tanh-sum(3)",
          "tanh-sum(2, bounded)",
          "arcsinh-sum(3)",
          "log-exp-sum(3)",
          "boxcox-sum(2)",
          "inverse-boxcox-sum(2)",
          "rq-spline(5)",
          "sal(2) > softplus",
          "exp > affine",
          "softplus > log > affine",
          "sum(affine, tanh)",
          "weighted-sum(sinh-arcsinh, sal(1) > affine)",
          "inverse(tukey)",
          "inverse(sinh-arcsinh)",
          "inverse(arcsinh-sum(2))",
          "inverse(weighted-sum(affine, tukey))",
          "sum(identity, inverse(rq-spline(3)))",
          "exp > inverse(softplus)",
          "affine > softplus");

  private static final List<String> LIKELIHOODS =
      List.of(
          "gaussian",
          "gaussian(beta=0.1)",
          "gaussian(gamma=0.3)",
          "laplace",
          "student-t(4)",
          "student-t(4, learnt)",
          "bernoulli(probit)",
          "bernoulli(logit)",
          "poisson",
          "poisson(softplus)",
          "poisson(identity)",
          "negative-binomial",
          "negative-binomial(softplus)",
          "negative-binomial(identity)",
          "gamma",
          "gamma(softplus)",
          "gamma(identity)",
          "beta",
          "beta(probit)",
          "ordinal(4)",
          "ordinal(3, logit)",
          "volatility",
          "warped(sal(2))",
          "warped(sal(1) > softplus)",
          "warped(tanh-sum(2))",
          "warped(sal(1) > softplus, censor=0.3)",
          "categorical(3)",
          "gaussian(noise=gp)",
          "laplace(noise=gp)",
          "student-t(4, noise=gp)");

  /** A model of one output, and its kernels in a text that all models share. */
  private record Case(
      String name,
      Architecture architecture,
      Parameters parameters,
      OutputKernels kernels,
      boolean predictive) {
    String kernel() {
      return predictive ? kernels.predictive() : kernels.expectation();
    }
  }

  private static Architecture architecture(Flow flow, Likelihood likelihood, boolean together) {
    int n = likelihood.processes();
    int processes = together ? 1 : n;
    Architecture.Group group =
        new Architecture.Group(Covariances.rbf(2), new ZeroMean(), 3, processes);
    return new Architecture(
        2,
        List.of(group),
        List.of(
            new Architecture.Output(
                likelihood, Collections.nCopies(n, flow), List.of(), null, processes)));
  }

  private static Parameters parameters(Architecture architecture, long seed) {
    Random random = new Random(seed);
    Parameters parameters = architecture.newParameters(List.of(Matrix.zeros(3, 2)));
    for (Parameters.Block block : parameters.blocks()) {
      for (int i = block.from(); i < block.from() + block.size(); i++) {
        parameters.free()[i] += 0.3 * random.nextGaussian();
      }
    }
    parameters.refresh();
    return parameters;
  }

  @Test
  void everyFlowWithEveryLikelihoodAgrees(@TempDir Path folder) throws Exception {
    CodeWriter out = head();
    FlowCode flows = new FlowCode(out);
    List<Case> cases = new ArrayList<>();
    for (String likelihood : LIKELIHOODS) {
      for (String flow : FLOWS) {
        add(flow, likelihood, false, false, flows, out, cases);
      }
    }
    add("sal(2)", "categorical(4)", true, false, flows, out, cases);
    assertThat(cases).hasSizeGreaterThan(600);
    check(HostProgram.compile(folder, out.toString(), main(cases), "-O0"), cases);
  }

  @Test
  void thePredictiveObjectiveAgrees(@TempDir Path folder) throws Exception {
    CodeWriter out = head();
    FlowCode flows = new FlowCode(out);
    List<Case> cases = new ArrayList<>();
    for (String likelihood : LIKELIHOODS) {
      add("identity", likelihood, false, true, flows, out, cases);
      add("sal(1) > softplus", likelihood, false, true, flows, out, cases);
    }
    add("sal(2)", "categorical(4)", true, true, flows, out, cases);
    check(HostProgram.compile(folder, out.toString(), main(cases), "-O1"), cases);
  }

  private static CodeWriter head() {
    CodeWriter out = new CodeWriter();
    ModelSource.library(out);
    return out;
  }

  private static String main(List<Case> cases) throws Exception {
    StringBuilder kernels = new StringBuilder();
    for (Case c : cases) {
      kernels.append(c.kernel()).append(", ");
    }
    return HostProgram.resource("expectation.c").replace("KERNELS", kernels);
  }

  /** Adds a model unless its flow does not suit its likelihood. */
  private static void add(
      String flowText,
      String likelihoodText,
      boolean together,
      boolean predictive,
      FlowCode flows,
      CodeWriter out,
      List<Case> cases) {
    Architecture architecture;
    try {
      architecture = architecture(Specs.flow(flowText), Specs.likelihood(likelihoodText), together);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("maps into");
      return;
    }
    int number = cases.size();
    ExpectationCode code = new ExpectationCode(architecture, 0, flows, out);
    OutputKernels kernels = predictive ? code.write(number) : code.writeExpectation(number);
    cases.add(
        new Case(
            flowText + " · " + likelihoodText,
            architecture,
            parameters(architecture, number),
            kernels,
            predictive));
  }

  private static Nodes nodes(int processes) {
    return processes == 1 ? Nodes.gaussHermite(12) : Nodes.lattice(16, processes, 5);
  }

  private static void check(HostProgram program, List<Case> cases) {
    HostProgram.Numbers numbers = new HostProgram.Numbers();
    for (int k = 0; k < cases.size(); k++) {
      new Data(cases.get(k), k).put(k, numbers);
    }
    Agreement agreement = new Agreement(program.run(numbers));
    for (int k = 0; k < cases.size(); k++) {
      new Data(cases.get(k), k).check(agreement);
    }
    agreement.finish();
  }

  /** Rows for one model. */
  private static final class Data {
    private final Case model;
    private final int processes;
    private final Nodes nodes;
    private final double[] y = new double[ROWS];
    private final double[][] mean;
    private final double[][] variance;

    Data(Case model, long seed) {
      this.model = model;
      processes = model.kernels().processes();
      nodes = nodes(processes);
      Random random = new Random(seed);
      mean = new double[processes][STRIDE];
      variance = new double[processes][STRIDE];
      Likelihood likelihood = model.architecture().outputs().get(0).likelihood();
      double[] f = new double[likelihood.latents()];
      for (int i = 0; i < ROWS; i++) {
        for (int p = 0; p < processes; p++) {
          mean[p][i] = 0.8 * random.nextGaussian();
          variance[p][i] = 0.05 + random.nextDouble();
        }
        for (int c = 0; c < f.length; c++) {
          f[c] = 0.7 * random.nextGaussian();
          if (likelihood.latentDomain().lower() == 0) {
            f[c] = Math.exp(f[c]);
          }
        }
        y[i] =
            likelihood.sample(
                model.parameters().value(), model.architecture().likelihoodAt(0), f, 0, 1, random);
        if (i == 3 && likelihood.toString().contains("censor")) {
          y[i] = 0.0;
        }
      }
    }

    void put(int kernel, HostProgram.Numbers numbers) {
      double[] theta = model.parameters().value();
      numbers.put(kernel, ROWS, STRIDE, processes, nodes.count(), theta.length, 0, BLOCKS);
      numbers.put(model.kernels().width(), SCALE);
      numbers.put(theta).put(new double[STRIDE]).put(y);
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
    }

    void check(Agreement agreement) {
      double[] theta = model.parameters().value();
      double[] thetaBar = new double[theta.length];
      double[][] meanBar = new double[processes][STRIDE];
      double[][] varianceBar = new double[processes][STRIDE];
      OutputExpectation expectation = new OutputExpectation(model.architecture(), 0, nodes);
      expectation.usePredictive(model.predictive());
      RowBlock rows = rows();
      double value =
          expectation.pullback(
              theta,
              rows,
              0,
              Noise.of(1, 2, 0),
              new OutputExpectation.Marginals(mean, variance, meanBar, varianceBar),
              SCALE,
              thetaBar,
              new Scratch());
      String name = model.name() + (model.predictive() ? " (predictive)" : "");
      for (double[] one : meanBar) {
        agreement.check(name + " mean", one);
      }
      for (double[] one : varianceBar) {
        agreement.check(name + " variance", one);
      }
      agreement.next(STRIDE); // of no network
      double[] sums = new double[1 + theta.length];
      int[] places = model.kernels().places();
      for (int b = 0; b < BLOCKS; b++) {
        for (int place : places) {
          sums[place] += agreement.next();
        }
      }
      double[] expected = new double[sums.length];
      expected[0] = value;
      System.arraycopy(thetaBar, 0, expected, 1, thetaBar.length);
      agreement.check(name + " values", expected, sums);
    }

    private RowBlock rows() {
      return RowBlock.of(Matrix.zeros(ROWS, 2), new double[][] {y}, 0);
    }
  }
}
