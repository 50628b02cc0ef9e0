package io.github.tgp4j.cuda.source;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.CrossAdjoints;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.SparseConditional;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernels of covariances and mean functions, run by the host, agree with Java to 1e-12. */
class GroupKernelTest {
  private static final int ROWS = 70;
  private static final int M = 5;
  private static final int BLOCKS = 2;

  private static final List<String> COVARIANCES =
      List.of(
          "rbf",
          "matern12",
          "matern32",
          "matern52",
          "rq",
          "periodic",
          "cosine",
          "linear",
          "poly(3)",
          "arccos(0)",
          "arccos(1)",
          "arccos(2)",
          "constant",
          "rbf + white",
          "rbf[1] + linear[0,2] * constant",
          "0.3 * matern32(variance=1.5) * periodic(period=3)[2]",
          "(rbf + poly(2))[2,0]",
          "(rbf[1] + linear)[2,0] * matern52",
          "rbf[each]",
          "per-input(constant + matern12)",
          "rbf[2,1,0]");

  private static final List<String> MEANS = List.of("zero", "constant", "linear");

  private record Case(
      String name, Architecture architecture, Parameters parameters, GroupKernels kernels) {}

  private static Case model(
      String covariance, String mean, int inputs, int number, CodeWriter out) {
    Architecture.Group group =
        new Architecture.Group(
            Specs.covariance(covariance, inputs), Specs.mean(mean, inputs), M, 1);
    Architecture architecture =
        new Architecture(
            inputs,
            List.of(group),
            List.of(new Architecture.Output(new GaussianLikelihood(), List.of(Flows.identity()))));
    Random random = new Random(number);
    Matrix z = Matrix.zeros(M, inputs);
    Arrays.setAll(z.data, i -> random.nextGaussian());
    Parameters parameters = architecture.newParameters(List.of(z));
    for (int i = 0; i < parameters.size(); i++) {
      parameters.free()[i] += 0.2 * random.nextGaussian();
    }
    parameters.refresh();
    // names of kernels end with the number of the group
    GroupKernels kernels = new GroupCode(out).write(architecture, 0, number);
    return new Case(covariance + " of " + inputs, architecture, parameters, kernels);
  }

  @Test
  void everyCovarianceAgrees(@TempDir Path folder) throws Exception {
    CodeWriter out = new CodeWriter();
    ModelSource.library(out);
    List<Case> cases = new ArrayList<>();
    for (String covariance : COVARIANCES) {
      cases.add(model(covariance, MEANS.get(cases.size() % 3), 3, cases.size(), out));
    }
    for (String covariance : CovarianceTree.STATIONARY) { // more inputs than a block takes
      cases.add(model(covariance, "linear", 37, cases.size(), out));
    }
    HostProgram program = HostProgram.compile(folder, out.toString(), main(cases), "-O1");
    HostProgram.Numbers numbers = new HostProgram.Numbers();
    for (int i = 0; i < cases.size(); i++) {
      new Data(cases.get(i), i).put(i, numbers);
    }
    Agreement agreement = new Agreement(program.run(numbers));
    for (int i = 0; i < cases.size(); i++) {
      new Data(cases.get(i), i).check(agreement);
    }
    agreement.finish();
  }

  private static String main(List<Case> cases) throws Exception {
    return HostProgram.resource("group.c")
        .replace("CROSSES", names(cases, "cross_"))
        .replace("SCALED_BACKS", names(cases, "cross_back_scaled_"))
        .replace("CROSS_BACKS", names(cases, "cross_back_"))
        .replace("MARGINALS_BACKS", names(cases, "marginals_back_"))
        .replace("MARGINALS", names(cases, "marginals_"));
  }

  private static String names(List<Case> cases, String kernel) {
    return cases.stream().map(c -> kernel + c.kernels().number()).collect(Collectors.joining(", "));
  }

  /** Rows and adjoints for one model. */
  private static final class Data {
    private final Case model;
    private final int d;
    private final Matrix x;
    private final Matrix z;
    private final double[] theta;
    private final Matrix p = Matrix.zeros(ROWS, M);
    private final double[] direction = new double[M];
    private final double[] meanBar = new double[ROWS];
    private final double[] varianceBar = new double[ROWS];
    private final Matrix kBar = Matrix.zeros(ROWS, M);
    private final Matrix zzBar = Matrix.zeros(M, M);

    Data(Case model, long seed) {
      this.model = model;
      d = model.architecture().inputs();
      theta = model.parameters().value();
      z = model.architecture().inducing(0, theta);
      x = Matrix.zeros(ROWS, d);
      Random random = new Random(seed);
      for (double[] values :
          List.of(x.data, p.data, direction, meanBar, varianceBar, kBar.data, zzBar.data)) {
        Arrays.setAll(values, i -> random.nextGaussian());
      }
      for (int i = 0; i < M; i++) {
        for (int j = 0; j < i; j++) {
          zzBar.data[i * M + j] = zzBar.data[j * M + i];
        }
      }
    }

    void put(int kernel, HostProgram.Numbers numbers) {
      GroupKernels k = model.kernels();
      numbers.put(kernel, ROWS, M, d, model.architecture().meanAt(0), theta.length, BLOCKS);
      numbers.put(k.covarianceParameters(), k.meanParameters(), k.chunks());
      numbers.put(theta).put(x.data).put(z.copy().data).put(p.data).put(direction);
      numbers.put(meanBar).put(varianceBar).put(kBar.data).put(zzBar.data);
    }

    void check(Agreement agreement) {
      // Close to the kink of a Matérn 1/2 the distances of Java, which cancel, are less exact.
      agreement.tolerate(model.name().contains("matern12") ? 1e-9 : 1e-12);
      Architecture.Group group = model.architecture().groups().get(0);
      int at = model.kernels().covarianceAt();
      Covariance covariance = group.covariance();
      Scratch scratch = new Scratch();
      Matrix k = Matrix.zeros(ROWS, M);
      Matrix kzz = Matrix.zeros(M, M);
      covariance.cross(theta, at, x, z, k, scratch);
      covariance.cross(theta, at, z, z, kzz, scratch);
      agreement.check(model.name() + " K_xz", k.data);
      agreement.check(model.name() + " K_zz", kzz.data);
      checkMarginals(agreement, group, k);
      checkMarginalsBack(agreement, group);
      Matrix fused = Matrix.zeros(ROWS, M);
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < M; j++) {
          fused.data[i * M + j] =
              meanBar[i] * direction[j] + 2.0 * varianceBar[i] * p.data[i * M + j];
        }
      }
      checkBack(agreement, "cross back", x, k, kBar);
      checkBack(agreement, "fused cross back", x, k, fused);
      double[] scaled = new double[ROWS * (M + 2)];
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < M; j++) {
          scaled[i * (M + 2) + j] = varianceBar[i] * k.data[i * M + j];
        }
      }
      agreement.check(model.name() + " scaled rows", scaled);
      checkBack(agreement, "K_zz back", z, kzz, zzBar);
    }

    private void checkMarginals(Agreement agreement, Architecture.Group group, Matrix k) {
      double[] prior = new double[ROWS];
      double[] mean = new double[ROWS];
      group.covariance().diagonal(theta, model.kernels().covarianceAt(), x, prior);
      group.mean().mean(theta, model.architecture().meanAt(0), x, mean);
      double[] full = mean.clone();
      double[] variance = new double[ROWS];
      for (int i = 0; i < ROWS; i++) {
        double second = prior[i];
        for (int j = 0; j < M; j++) {
          full[i] += k.data[i * M + j] * direction[j];
          second += k.data[i * M + j] * p.data[i * M + j];
        }
        variance[i] = Math.max(second, SparseConditional.VARIANCE_FLOOR * prior[i]);
      }
      agreement.check(model.name() + " mean", full);
      agreement.check(model.name() + " variance", variance);
      agreement.check(model.name() + " prior mean", mean);
      agreement.check(model.name() + " prior variance", prior);
    }

    private void checkMarginalsBack(Agreement agreement, Architecture.Group group) {
      int meanAt = model.architecture().meanAt(0);
      double[] expected = new double[1 + theta.length];
      double[] thetaBar = new double[theta.length];
      MeanFunction mean = group.mean();
      group
          .covariance()
          .diagonalPullback(theta, model.kernels().covarianceAt(), x, varianceBar, thetaBar, null);
      mean.meanPullback(theta, meanAt, x, meanBar, thetaBar, null);
      System.arraycopy(thetaBar, 0, expected, 1, theta.length);
      double[] actual = new double[1 + theta.length];
      for (int b = 0; b < BLOCKS; b++) {
        for (int place : model.kernels().marginalPlaces(meanAt)) {
          actual[place] += agreement.next();
        }
      }
      agreement.check(model.name() + " marginals back", expected, actual);
    }

    private void checkBack(Agreement agreement, String what, Matrix rows, Matrix k, Matrix bar) {
      int at = model.kernels().covarianceAt();
      double[] thetaBar = new double[theta.length];
      Matrix zBar = Matrix.zeros(M, d);
      Matrix rowsBar = rows == z ? zBar : null;
      model
          .architecture()
          .groups()
          .get(0)
          .covariance()
          .crossPullback(
              theta,
              at,
              rows,
              z,
              k,
              new CrossAdjoints(bar.copy(), thetaBar, rowsBar, zBar),
              new Scratch());
      int end = at + model.kernels().covarianceParameters();
      agreement.check(model.name() + " " + what, Arrays.copyOfRange(thetaBar, at, end));
      agreement.check(model.name() + " " + what + " Z", zBar.data);
    }
  }
}
