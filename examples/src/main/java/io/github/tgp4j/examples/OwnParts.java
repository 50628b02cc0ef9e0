package io.github.tgp4j.examples;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.io.PrintStream;
import java.util.SplittableRandom;

/** A model with a part of one's own, which has a name in the model language and in files. */
public final class OwnParts {
  static {
    Specs.registerFlow("cubic", arguments -> new CubicFlow(arguments.number("start", 0.1)));
  }

  private OwnParts() {}

  /** Prints to standard output. */
  public static void main(String[] arguments) {
    run(System.out);
  }

  static Model run(PrintStream out) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[150][1];
    double[] y = new double[150];
    for (int i = 0; i < 150; i++) {
      x[i][0] = 0.04 * i;
      double f = Math.sin(x[i][0]) + 0.2 * random.nextGaussian();
      y[i] = f + f * f * f;
    }
    Model model =
        Tgp.builder().flow("cubic(0.2)").inducing(15).plan(TrainingPlan.ofSteps(300)).fit(x, y);
    byte[] file = ModelFile.toBytes(model);
    Model read = ModelFile.fromBytes(file).model(); // a program that registers the same name
    Band band = read.predict(new double[][] {{1.5}}).interval(0.9);
    out.printf("at 1.5, 90%% between %.2f and %.2f%n", band.lower()[0], band.upper()[0]);
    return read;
  }
}
