package io.github.tgp4j.examples;

import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import java.io.PrintStream;
import java.util.SplittableRandom;

/** Arrays of numbers, a model of one's own choice, and what a prediction can say. */
public final class SkewedTarget {
  private SkewedTarget() {}

  /** Prints to standard output. */
  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[300][1];
    double[] y = new double[300];
    for (int i = 0; i < 300; i++) {
      x[i][0] = i / 30.0;
      y[i] = Math.exp(Math.sin(x[i][0]) + 0.4 * random.nextGaussian()); // positive and skewed
    }
    TgpModel model =
        Tgp.builder()
            .covariance("matern52")
            .flow("sal(1) > softplus") // never below zero
            .likelihood("gamma(identity)")
            .inducing(20)
            .fit(x, y);
    Prediction prediction = model.predict(new double[][] {{1.5}, {4.5}});
    Summary summary =
        prediction.summary(0.05, 0.5, 0.95); // mean, deviation and quantiles in one pass
    out.println(summary);
    out.println(prediction.score(new double[] {2.7, 0.4}));
  }
}
