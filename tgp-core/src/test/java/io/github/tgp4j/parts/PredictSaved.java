package io.github.tgp4j.parts;

import io.github.tgp4j.io.ModelFile;
import java.nio.file.Path;
import java.util.Arrays;

/** A program of its own that predicts from a model file with own parts. */
final class PredictSaved {
  private PredictSaved() {}

  public static void main(String[] arguments) {
    double[][] x = {{0.3, 1.0}, {-1.2, 0.5}};
    System.out.println(
        Arrays.toString(ModelFile.read(Path.of(arguments[0])).model().predict(x).mean()));
  }
}
