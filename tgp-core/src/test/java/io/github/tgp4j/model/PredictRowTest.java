package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.train.TrainingPlan;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Single rows, as services predict them: what they cost, and that they are those of a batch. */
class PredictRowTest {
  private static final int INPUTS = 8;
  private static final double[] LEVELS = {0.05, 0.25, 0.5, 0.75, 0.95};

  private static final TgpModel PLAIN = fit("identity", "gaussian");
  private static final TgpModel BAYESIAN = fit("sal(3) @ mlp(25, relu, dropout=0.5)", "gaussian");

  private static TgpModel fit(String flow, String likelihood) {
    Matrix x = rows(300);
    double[] y = new double[300];
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.sin(2 * x.get(i, 0)) + x.get(i, 1) + 0.3 * random.nextGaussian();
    }
    return Tgp.builder()
        .flow(flow)
        .likelihood(likelihood)
        .inducing(100)
        .nodes(8)
        .plainStart(false)
        .plan(TrainingPlan.ofSteps(5))
        .fit(x, Matrix.column(y));
  }

  private static Matrix rows(int n) {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = Matrix.zeros(n, INPUTS);
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextDouble(-2, 2);
    }
    return x;
  }

  private static double[] row(Matrix x, int i) {
    return Arrays.copyOfRange(x.data, i * INPUTS, (i + 1) * INPUTS);
  }

  /** At most 1 kB for a plain GP, 8 kB with a hundred draws of a network. */
  @Test
  void mostlyReusesItsWorkSpace() {
    assertThat(allocated(PLAIN, 1000, 1024)).isLessThan(1024);
    assertThat(allocated(BAYESIAN, 100, 8 * 1024)).isLessThan(8 * 1024);
  }

  /** Bytes per call once all is compiled: until then every vector of a loop is an object. */
  private static double allocated(Model model, int calls, double enough) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    double[][] x = rows(calls).toRows();
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    for (int round = 0; round < 60 && least > enough; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (double[] row : x) {
        Summary.Row summary = model.predictRow(row).summary(LEVELS);
        sum += summary.mean() + summary.quantiles()[4];
      }
      least = Math.min(least, (threads.getThreadAllocatedBytes(thread) - before) / (double) calls);
    }
    assertThat(sum).isFinite();
    return least;
  }

  /** One pass or one by one, remembered or not: the same bits. */
  @Test
  void everyQuestionHasOneAnswer() {
    Matrix x = rows(40);
    for (Model model : new Model[] {PLAIN, BAYESIAN}) {
      Prediction few = model.predict(x.rowRange(0, Blas.FEW_ROWS));
      double[] ends = few.quantile(0.95);
      for (int i = 0; i < few.rows(); i++) {
        Distribution row = model.predictRow(row(x, i));
        Summary.Row summary = row.summary(LEVELS);
        assertThat(summary.mean()).isEqualTo(few.mean()[i]);
        assertThat(summary.quantiles()[4]).isEqualTo(ends[i]);
        assertThat(few.row(i).quantile(0.95)).isEqualTo(ends[i]);
        assertThat(model.predictRow(row(x, i)).quantile(0.95)).isEqualTo(ends[i]);
        assertThat(row.cdf(row.quantile(0.3))).isCloseTo(0.3, within(1e-9));
      }
    }
  }

  @Test
  void deepModelsToo() {
    Matrix x = rows(40);
    DeepModel deep =
        DeepGp.builder()
            .layers(2)
            .inducing(20)
            .plan(TrainingPlan.ofSteps(3))
            .fit(x, Matrix.column(new double[40]));
    double[] all = deep.predict(x).mean();
    double[] few = deep.predict(x.rowRange(0, Blas.FEW_ROWS)).mean();
    for (int i = 0; i < few.length; i++) {
      Distribution row = deep.predictRow(row(x, i));
      assertThat(row.mean()).isEqualTo(few[i]);
      assertThat(all[i]).isCloseTo(few[i], within(1e-9 * row.standardDeviation()));
    }
  }

  /** {@link Model} says how much a row may depend on the rows around it. */
  @Test
  void aRowAmongManyIsTheSameUpToRounding() {
    Matrix x = rows(1000);
    for (Model model : new Model[] {PLAIN, BAYESIAN}) {
      Summary all = model.predict(x).summary(0.05);
      for (int i = 0; i < x.rows; i += 97) {
        Summary.Row alone = model.predictRow(row(x, i)).summary(0.05);
        double most = 1e-9 * alone.standardDeviation();
        assertThat(all.mean()[i]).isCloseTo(alone.mean(), within(most));
        assertThat(all.standardDeviation()[i]).isCloseTo(alone.standardDeviation(), within(most));
        assertThat(all.quantiles()[0][i]).isCloseTo(alone.quantiles()[0], within(most));
      }
    }
  }

  @Test
  void parallelismDoesNotShow() {
    Matrix x = rows(3000);
    for (Model model : new Model[] {PLAIN, BAYESIAN}) {
      Prediction alone = model.withParallelism(1).predict(x.rowRange(0, 300));
      assertThat(alone.mean()).isEqualTo(model.predict(x.rowRange(0, 300)).mean());
      assertThat(alone.sample(3, 1))
          .isDeepEqualTo(model.withParallelism(2).predict(x.rowRange(0, 300)).sample(3, 1));
    }
    assertThat(PLAIN.withParallelism(1).predict(x).mean()).isEqualTo(PLAIN.predict(x).mean());
    assertThatThrownBy(() -> PLAIN.withParallelism(0)).hasMessageContaining("1 or more");
  }

  @Test
  void scalingsAreCopies() {
    double before = PLAIN.predictRow(row(rows(1), 0)).mean();
    PLAIN.inputScaling().shift()[0] += 100;
    PLAIN.targetScaling().scale()[0] *= 3;
    assertThat(PLAIN.predictRow(row(rows(1), 0)).mean()).isEqualTo(before);
  }

  @Test
  void refused() {
    Prediction prediction = PLAIN.predict(rows(2));
    assertThatThrownBy(() -> prediction.latentMean(5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("latent: expected 0, the only one, but got 5");
    assertThatThrownBy(() -> prediction.latentVariance(-1)).hasMessageContaining("got -1");
    assertThatThrownBy(() -> prediction.row(2)).hasMessageContaining("expected 0 to 1 but got 2");
    assertThatThrownBy(() -> PLAIN.predictRow(1, 2)).hasMessageContaining("expected 8 columns");
  }

  @Test
  void texts() {
    assertThat(PLAIN.predict(rows(7)).toString())
        .startsWith("Prediction of 7 rows [")
        .contains(" ± ")
        .endsWith("and 2 more]");
    assertThat(PLAIN.predictRow(row(rows(1), 0)).toString()).contains(" ± ");
  }
}
