package io.github.tgp4j.cuda.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Activation;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.optimise.Adam;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.param.Priors;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Constraints, priors and Adam's steps of the kernels agree with Java over many steps. */
class ParameterKernelTest {
  private static final int STEPS = 30; // beyond those whose gradients are not held back
  private static final double HELD = 0.3;

  /** Ordered cut points, an interval, positive values and a Gaussian network's weights. */
  private static Architecture architecture() {
    Flow flow = Specs.flow("boxcox > sal(1)");
    MlpShape shape = MlpShape.of(Activation.TANH, 3).asBayes();
    FlowNetwork network = FlowNetwork.of(flow, name -> true, shape, 2, 1, 0.7, 4);
    return new Architecture(
        2,
        List.of(new Architecture.Group(Covariances.rbf(2), new ZeroMean(), 3, 1)),
        List.of(Architecture.Output.dependent(Specs.likelihood("ordinal(5)"), List.of(network))));
  }

  private static Parameters parameters() {
    Parameters parameters = architecture().newParameters(List.of(Matrix.zeros(3, 2)));
    parameters.add(
        Parameter.of(
            "triangle", Constraints.lowerTriangular(3), new double[] {1, 0.2, 2, 0.1, 0.3, 0.5}));
    parameters.setPrior("covariance.variance", Priors.gamma(2.0, 0.5));
    parameters.setPrior("covariance.lengthscales", Priors.logNormal(0.3, 1.5));
    parameters.setPrior("likelihood.cut-points", Priors.normal(0.1, 2.0));
    return parameters;
  }

  @Test
  void stepsAgree(@TempDir Path folder) throws Exception {
    Architecture architecture = architecture();
    Parameters parameters = parameters();
    ParameterTable table = ParameterTable.of(architecture, parameters);
    CodeWriter out = new CodeWriter();
    ModelSource.library(out);
    HostProgram program =
        HostProgram.compile(folder, out.toString(), HostProgram.resource("parameters.c"), "-O1");
    int n = parameters.size();
    HostProgram.Numbers numbers = new HostProgram.Numbers().put(n, STEPS);
    for (int code : table.whole()) {
      numbers.put(code);
    }
    numbers.put(table.real());
    for (int i = 0; i < n; i++) {
      numbers.put(share(i));
    }
    numbers.put(parameters.free());
    for (int step = 0; step < STEPS; step++) {
      numbers.put(settings(step + 1)).put(gradient(n, step));
    }
    Agreement agreement = new Agreement(program.run(numbers));
    agreement.tolerate(1e-11); // over thirty steps
    check(architecture, parameters, agreement);
    agreement.finish();
  }

  private static void check(Architecture architecture, Parameters parameters, Agreement agreement) {
    int n = parameters.size();
    Adam adam = new Adam(n);
    FlowNetwork network = architecture.outputs().get(0).networks().get(0);
    for (int step = 0; step < STEPS; step++) {
      double[] thetaBar = gradient(n, step);
      double prior =
          parameters.logPrior(thetaBar)
              + network
                  .network()
                  .logPrior(
                      parameters.value(), architecture.networkAt(0), network.precision(), thetaBar);
      double[] partial = agreement.next(3);
      agreement.check(
          "log prior", new double[] {prior}, new double[] {partial[0] + partial[1] + partial[2]});
      agreement.check("gradient", thetaBar);
      double[] freeBar = new double[n];
      for (Parameters.Block block : parameters.blocks()) {
        block
            .constraint()
            .pullback(
                parameters.free(),
                parameters.value(),
                thetaBar,
                freeBar,
                block.from(),
                block.size());
      }
      adam.begin();
      for (int i = 0; i < n; i++) {
        if (share(i) > 0) {
          adam.move(parameters.free(), freeBar, i, 1, 0.05 * share(i));
        }
      }
      parameters.refresh();
      agreement.check("free values", parameters.free());
      agreement.check("values", parameters.value());
    }
  }

  /** The first lengthscale is held, all else moves, some of it slowly. */
  private static double share(int i) {
    return i == 1 ? 0.0 : i > 20 ? HELD : 1.0;
  }

  private static double[] settings(int t) {
    double second = 1 - Math.pow(0.999, t);
    return new double[] {
      0.05 * Math.sqrt(second) / (1 - Math.pow(0.9, t)),
      1e-8 * Math.sqrt(second),
      t <= 20 ? Double.POSITIVE_INFINITY : 100.0 / (1 - Math.pow(0.999, t - 1))
    };
  }

  /** Some gradients, with an outlier late enough to be held back. */
  private static double[] gradient(int n, int step) {
    Random random = new Random(step);
    double[] bar = new double[n];
    for (int i = 0; i < n; i++) {
      bar[i] = random.nextGaussian() * (step == 25 ? 1e4 : 1.0);
    }
    return bar;
  }

  @Test
  void refusesPriorsOfOthersByName() {
    Parameters parameters = parameters();
    parameters.setPrior(
        "likelihood.cut-points",
        new Prior() {
          @Override
          public double logDensity(double value) {
            return 0.0;
          }

          @Override
          public double logDensityGradient(double value) {
            return 0.0;
          }

          @Override
          public String toString() {
            return "flat";
          }
        });
    assertThatThrownBy(() -> ParameterTable.of(architecture(), parameters))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("prior flat of likelihood.cut-points");
  }
}
