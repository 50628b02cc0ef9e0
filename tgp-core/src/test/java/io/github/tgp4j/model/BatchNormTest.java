package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks with batch normalisation predict with the statistics of the training rows. */
class BatchNormTest {
  private static final int N = 150;
  private static final double[][] X = new double[N][1];
  private static final double[] Y = new double[N];

  static {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < N; i++) {
      X[i][0] = 3 + random.nextGaussian(); // no column of mean 0, nor is it standardised below
      double z = random.nextGaussian();
      Y[i] = Math.sin(X[i][0]) + 0.3 * Math.sinh(X[i][0] < 3 ? z : 0.3 * z);
    }
  }

  private static Tgp tgp(int threads) {
    return Tgp.builder()
        .flow("sal(1) @ mlp(6, tanh, dropout=0.25, batchnorm)")
        .standardiseInputs(false)
        .inducing(12)
        .nodes(10)
        .networkSamples(1, 20)
        .threads(threads)
        .plan(TrainingPlan.ofSteps(60).withBatchSize(50));
  }

  @Test
  void runningStatisticsAreThoseOfTheTrainingRows() {
    TgpModel model = tgp(1).fit(X, Y);
    double[] weights = model.parameter("network.layer-1.weights");
    double[] bias = model.parameter("network.layer-1.bias");
    double[] mean = model.parameter("network.layer-1.running-mean");
    double[] variance = model.parameter("network.layer-1.running-variance");
    for (int u = 0; u < bias.length; u++) {
      double sum = 0.0;
      double squares = 0.0;
      for (double[] x : X) {
        sum += x[0] * weights[u] + bias[u];
      }
      for (double[] x : X) {
        double centred = x[0] * weights[u] + bias[u] - sum / N;
        squares += centred * centred;
      }
      assertThat(mean[u]).isCloseTo(sum / N, within(1e-10));
      assertThat(variance[u]).isCloseTo(squares / (N - 1), within(1e-10));
    }
  }

  @Test
  void heldOutRowsAreScoredWithThem() {
    TgpModel model = tgp(1).validation(0.2).fit(X, Y);
    assertThat(model.parameter("network.layer-1.running-mean")[0]).isNotZero();
  }

  @Test
  void theyDoNotDependOnThreadsAndAreInTheFile(@TempDir Path folder) {
    TgpModel model = tgp(1).fit(X, Y);
    double[] mean = model.predict(X).mean();
    assertThat(tgp(3).fit(X, Y).predict(X).mean()).containsExactly(mean);
    Path file = folder.resolve("model.tgp");
    ModelFile.write(file, new SavedModel(model, Provenance.now(Map.of(), "", N)));
    assertThat(ModelFile.read(file).model().predict(X).mean()).containsExactly(mean);
  }

  /**
   * The paper's VB-TGP has a standard normal prior on its weights; points of few rows have a narrow
   * one.
   */
  @Test
  void thePriorOfTheWeightsFollowsTheKindOfNetwork() {
    assertThat(precision(tgp(1).flow("sal(1) @ mlp(3, tanh, bayes)"))).isEqualTo(1.0);
    assertThat(precision(tgp(1).flow("sal(1) @ mlp(3, tanh, dropout=0.5)"))).isEqualTo(20.0);
    assertThat(precision(tgp(1).flow("sal(1) @ mlp(3, tanh, bayes)").weightPrecision(0.5)))
        .isEqualTo(0.5);
    assertThat(precision(tgp(1).flow("sal(1) @ mlp(3, tanh, bayes)").copy())).isEqualTo(1.0);
  }

  private static double precision(Tgp tgp) {
    TgpModel model = tgp.plan(TrainingPlan.ofSteps(1)).fit(X, Y);
    return model.architecture().outputs().get(0).networks().get(0).precision();
  }
}
