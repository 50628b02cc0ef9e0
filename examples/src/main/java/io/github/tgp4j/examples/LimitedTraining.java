package io.github.tgp4j.examples;

import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.train.TrainingResult;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Training that is watched, limited in time, and stopped from outside. */
public final class LimitedTraining {
  private LimitedTraining() {}

  /** Prints to standard output. */
  public static void main(String[] arguments) {
    run(System.out, () -> false);
  }

  static TrainingResult run(PrintStream out, BooleanSupplier stopButton) {
    double[][] x = new double[400][1];
    double[] y = new double[400];
    for (int i = 0; i < 400; i++) {
      x[i][0] = 0.02 * i;
      y[i] = Math.sin(3 * x[i][0]) + 0.1 * Math.cos(40 * i);
    }
    TgpModel model =
        Tgp.builder()
            .flow("sal(2)")
            .timeLimit(Duration.ofSeconds(10))
            .cancelWhen(stopButton)
            .listener(
                progress -> {
                  if (progress.step() % 200 == 0) {
                    out.printf(
                        "%s, step %d: bound %.1f%n",
                        progress.phase(), progress.step(), progress.bound());
                  }
                  return true; // false stops, too
                })
            .fit(x, y);
    TrainingResult result = model.trainingResult();
    out.println("ended: " + result.ended() + " after " + result.steps() + " steps");
    out.println("points of its course: " + model.history().size());
    return result;
  }
}
