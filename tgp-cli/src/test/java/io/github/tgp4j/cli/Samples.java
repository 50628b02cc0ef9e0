package io.github.tgp4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/** Small tables for tests. */
final class Samples {
  private Samples() {}

  /** Columns id, size, colour, price: positive and skewed. */
  static Path prices(Path directory, String name, int rows, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("id,size,colour,price\n");
    String[] colours = {"red", "green", "blue"};
    for (int i = 0; i < rows; i++) {
      double size = 4 * random.nextDouble();
      int colour = random.nextInt(3);
      double price = Math.exp(Math.sin(size) + 0.3 * colour + 0.3 * random.nextGaussian());
      text.append(String.format(Locale.ROOT, "%d,%.4f,%s,%.4f%n", i, size, colours[colour], price));
    }
    return write(directory, name, text.toString());
  }

  /** Columns id, time, price: a random walk, nowhere smooth. */
  static Path walk(Path directory, String name, int rows) throws IOException {
    SplittableRandom random = new SplittableRandom(6);
    StringBuilder text = new StringBuilder("id,time,price\n");
    double price = 0.0;
    for (int i = 0; i < rows; i++) {
      price += random.nextGaussian();
      text.append(String.format(Locale.ROOT, "%d,%d,%.4f%n", i, i, price));
    }
    return write(directory, name, text.toString());
  }

  /** Columns a, b, kind (two or three classes as text). */
  static Path kinds(Path directory, String name, int rows, int classes) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder("a,b,kind\n");
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      int kind = Math.min(classes - 1, Math.max(0, (int) Math.floor(1.0 + a + 0.3 * b)));
      text.append(
          String.format(
              Locale.ROOT, "%.4f,%.4f,%s%n", a, b, new String[] {"no", "yes", "yet"}[kind]));
    }
    return write(directory, name, text.toString());
  }

  static Path write(Path directory, String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
