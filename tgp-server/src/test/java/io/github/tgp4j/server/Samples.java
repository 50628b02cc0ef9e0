package io.github.tgp4j.server;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;

/** Small models and tables, made once. */
final class Samples {
  private static final int ROWS = 120;
  private static final String[] CITIES = {"Oslo", "Bergen", "Trondheim"};

  private static SavedModel houses;
  private static SavedModel flowers;

  private Samples() {}

  /** price by area, city and the day of the sale; some areas are missing. */
  static synchronized SavedModel houses() {
    if (houses == null) {
      houses = fit(housesTable(), "price");
    }
    return houses;
  }

  /** kind, one of two classes, by length and width. */
  static synchronized SavedModel flowers() {
    if (flowers == null) {
      SplittableRandom random = new SplittableRandom(2);
      double[] length = random.doubles(ROWS, 1, 7).toArray();
      double[] width = random.doubles(ROWS, 0, 3).toArray();
      String[] kind = new String[ROWS];
      for (int i = 0; i < ROWS; i++) {
        kind[i] = length[i] + width[i] > 5.5 ? "rose \"red\"" : "tulip";
      }
      Table table =
          Table.builder()
              .number("length", length)
              .number("width", width)
              .category("kind", kind)
              .build();
      flowers = fit(table, "kind");
    }
    return flowers;
  }

  private static SavedModel fit(Table table, String target) {
    return AutoFit.of(table, target)
        .model(ModelKind.SVGP)
        .inducing(15)
        .epochs(60)
        .withScores(false)
        .threads(1)
        .fit();
  }

  static Table housesTable() {
    SplittableRandom random = new SplittableRandom(1);
    double[] area = new double[ROWS];
    String[] city = new String[ROWS];
    Instant[] sold = new Instant[ROWS];
    double[] price = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      int c = random.nextInt(3);
      double size = 20 + 180 * random.nextDouble();
      area[i] = i % 17 == 3 ? Double.NaN : size;
      city[i] = CITIES[c];
      sold[i] = Instant.parse("2025-01-01T00:00:00Z").plusSeconds(86400L * random.nextInt(360));
      price[i] = size * (50 + 20 * c) * Math.exp(0.1 * random.nextDouble(-1, 1)) + 0.25;
    }
    return Table.builder()
        .number("area", area)
        .category("city", city)
        .time("sold", sold)
        .number("price", price)
        .build();
  }

  /** The same rows as CSV. */
  static byte[] housesCsv() {
    Table table = housesTable();
    StringBuilder out = new StringBuilder("area,city,sold,price\n");
    for (int i = 0; i < table.rows(); i++) {
      double area = table.all().numbers(0)[i];
      out.append(Double.isNaN(area) ? "" : String.format(Locale.ROOT, "%.2f", area))
          .append(',')
          .append(table.all().texts(1)[i])
          .append(',')
          .append(Instant.ofEpochSecond((long) table.all().numbers(2)[i]).toString(), 0, 10)
          .append(',')
          .append(String.format(Locale.ROOT, "%.2f", table.all().numbers(3)[i]))
          .append('\n');
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Writes both models into a directory. */
  static Path models(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ModelFile.write(directory.resolve("houses.tgp"), houses());
    ModelFile.write(directory.resolve("flowers.tgp"), flowers());
    return directory;
  }
}
