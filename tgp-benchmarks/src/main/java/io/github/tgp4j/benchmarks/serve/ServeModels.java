package io.github.tgp4j.benchmarks.serve;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TableBuilder;
import io.github.tgp4j.io.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/** Models of eight inputs that are asked, and rows for them. */
final class ServeModels {
  static final int INPUTS = 8;
  private static final int ROWS = 1000;

  private ServeModels() {}

  /** Fits {@code svgp.tgp} and {@code ba-tgp.tgp} into a new directory. */
  static Path into(Path directory) throws IOException {
    Files.createDirectory(directory);
    ModelFile.write(directory.resolve("svgp.tgp"), fit(ModelKind.SVGP).fit());
    ModelFile.write(directory.resolve("ba-tgp.tgp"), fit(ModelKind.BA_TGP).fit());
    return directory;
  }

  private static AutoFit fit(ModelKind kind) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[INPUTS][ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < INPUTS; j++) {
        x[j][i] = random.nextGaussian();
      }
      y[i] = Math.sin(2 * x[0][i]) + 0.5 * x[1][i] + 0.2 * random.nextGaussian();
    }
    TableBuilder table = Table.builder();
    for (int j = 0; j < INPUTS; j++) {
      table.number("x" + j, x[j]);
    }
    return AutoFit.of(table.number("y", y).build(), "y")
        .model(kind)
        .inducing(100)
        .epochs(30)
        .withScores(false);
  }

  /** A row as an object of JSON. */
  static String row(SplittableRandom random) {
    StringBuilder out = new StringBuilder("{");
    for (int j = 0; j < INPUTS; j++) {
      out.append(
          String.format(
              Locale.ROOT, "%s\"x%d\": %.4f", j > 0 ? ", " : "", j, random.nextGaussian()));
    }
    return out.append('}').toString();
  }

  /** The header of {@link #lines}. */
  static String header() {
    StringBuilder out = new StringBuilder();
    for (int j = 0; j < INPUTS; j++) {
      out.append(j > 0 ? "," : "").append('x').append(j);
    }
    return out.append('\n').toString();
  }

  /** Rows of CSV without a header. */
  static String lines(int rows, SplittableRandom random) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < INPUTS; j++) {
        out.append(
            String.format(
                Locale.ROOT, "%.4f%s", random.nextGaussian(), j < INPUTS - 1 ? "," : "\n"));
      }
    }
    return out.toString();
  }

  /** A whole file of CSV. */
  static String csv(int rows, SplittableRandom random) {
    return header() + lines(rows, random);
  }
}
