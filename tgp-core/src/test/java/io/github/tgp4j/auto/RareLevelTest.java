package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RareLevelTest {
  private static double curve(double x) {
    return Math.sin(x) + 0.3 * x;
  }

  /** Rows of a level that 0.5% of the rows have learn from all other rows. */
  @Test
  void aRareLevelsRowsArePredictedWell() {
    int n = 400;
    SplittableRandom random = new SplittableRandom(5);
    double[] x = new double[n];
    String[] kind = new String[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = 10 * random.nextDouble();
      kind[i] = i % 200 == 7 ? "rare" : i % 3 == 0 ? "a" : "b";
      y[i] = curve(x[i]) + 0.05 * random.nextGaussian();
    }
    Table table = Table.builder().number("x", x).category("kind", kind).build();
    Encoder.Learner learner = Encoder.learner(table.columns());
    learner.add(table.all());
    Encoder encoder = learner.finish();
    TgpModel model = Tgp.builder().inducing(20).fit(encoder.encode(table.all()), Matrix.column(y));
    double[] at = {1, 3, 5, 7, 9};
    Table unseen =
        Table.builder()
            .number("x", at)
            .category("kind", "rare", "rare", "rare", "rare", "rare")
            .build();
    double[] mean = model.predict(encoder.encode(unseen.all())).mean();
    for (int i = 0; i < at.length; i++) {
      assertThat(Math.abs(mean[i] - curve(at[i]))).as("x = " + at[i]).isLessThan(0.25);
    }
  }
}
