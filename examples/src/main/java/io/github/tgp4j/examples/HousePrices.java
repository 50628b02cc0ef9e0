package io.github.tgp4j.examples;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.Prediction;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;

/** From a table with texts and numbers to a model file, and from the file to predictions. */
public final class HousePrices {
  private HousePrices() {}

  /** Prints to standard output; the model goes to the working directory. */
  public static void main(String[] arguments) {
    run(Path.of("houses.tgp"), System.out);
  }

  static void run(Path file, PrintStream out) {
    Table table = houses(300);
    SavedModel saved = AutoFit.of(table, "price").timeLimit(Duration.ofSeconds(20)).fit();
    ModelFile.write(file, saved);

    SavedModel read = ModelFile.read(file);
    Prediction one = read.predict(Map.of("city", "Oslo", "area", 80));
    Band band = one.interval(0.9);
    out.printf(
        "80 m² in Oslo: %.0f, 90%% between %.0f and %.0f%n",
        one.median()[0], band.lower()[0], band.upper()[0]);

    Table offers =
        Table.builder()
            .category("city", "Oslo", "Bergen", "Bodø") // training has seen no Bodø
            .number("area", 40.0, 120.0, 75.0)
            .build();
    double[][] quantiles = read.predict(offers).quantiles(0.05, 0.5, 0.95);
    out.printf(
        "120 m² in Bergen: 5%% below %.0f, 5%% above %.0f%n", quantiles[0][1], quantiles[2][1]);
  }

  /** A made-up table: prices are skewed, and cities differ. */
  static Table houses(int rows) {
    SplittableRandom random = new SplittableRandom(1);
    String[] city = new String[rows];
    double[] area = new double[rows];
    double[] price = new double[rows];
    for (int i = 0; i < rows; i++) {
      city[i] = random.nextDouble() < 0.6 ? "Oslo" : "Bergen";
      area[i] = random.nextDouble(25, 160);
      double level = city[i].equals("Oslo") ? 6000 : 4000;
      price[i] = level * area[i] * Math.exp(0.25 * random.nextGaussian());
    }
    return Table.builder()
        .category("city", city)
        .number("area", area)
        .number("price", price)
        .build();
  }
}
