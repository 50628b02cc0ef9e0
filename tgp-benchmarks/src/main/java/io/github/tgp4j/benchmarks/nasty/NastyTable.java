package io.github.tgp4j.benchmarks.nasty;

import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TableBuilder;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A generated table, its target last; the same seed gives the same table.
 *
 * @param train rows to fit
 * @param fresh rows of the same kind to score
 */
public record NastyTable(long seed, NastyTheme theme, Table train, Table fresh) {
  /** The column to predict. */
  public static final String TARGET = "target";

  private static final int FRESH_ROWS = 500;

  /** The table of a seed. */
  public static NastyTable of(long seed) {
    NastyTheme theme = NastyTheme.of(seed);
    SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 17);
    int train = rows(theme, random);
    int rows = train + FRESH_ROWS;
    double[][] factors = factors(theme, rows, random);
    double[] signal = signal(theme, factors, random);
    TableBuilder builder = Table.builder();
    new NastyInputs(theme, factors, random).addTo(builder);
    new NastyTargets(theme, signal, random).addTo(builder);
    Table all = builder.build();
    return new NastyTable(
        seed,
        theme,
        all.select(IntStream.range(0, train).toArray()),
        all.select(IntStream.range(train, rows).toArray()));
  }

  private static int rows(NastyTheme theme, SplittableRandom random) {
    return switch (theme) {
      case TINY, WIDE_TINY -> random.nextInt(5, 31);
      case TINY_CLASSES -> random.nextInt(10, 31);
      case WIDE -> 400;
      case CLUSTERS -> 600;
      case RARE_CLASS -> 500;
      default -> random.nextInt(60, 301);
    };
  }

  /** Independent standard normal factors by row; those of a cluster share most of them. */
  private static double[][] factors(NastyTheme theme, int rows, SplittableRandom random) {
    int count =
        switch (theme) {
          case WIDE -> 300;
          case WIDE_TINY -> 100;
          case CLUSTERS -> random.nextInt(5, 21);
          default -> random.nextInt(1, 9);
        };
    double[][] out = new double[rows][count];
    double[][] centres = new double[42][count];
    for (double[] centre : centres) {
      fill(centre, random);
    }
    for (double[] row : out) {
      fill(row, random);
      if (theme == NastyTheme.CLUSTERS) {
        double[] centre = centres[random.nextInt(centres.length)];
        for (int j = 0; j < count; j++) {
          row[j] = 3 * centre[j] + 0.05 * row[j];
        }
      }
    }
    return out;
  }

  private static void fill(double[] row, SplittableRandom random) {
    for (int j = 0; j < row.length; j++) {
      row[j] = random.nextGaussian();
    }
  }

  /** A smooth function of the first factors, about standard; zero where all is noise. */
  private static double[] signal(NastyTheme theme, double[][] factors, SplittableRandom random) {
    int used = Math.min(4, factors[0].length);
    double[] weights = IntStream.range(0, used).mapToDouble(j -> random.nextGaussian()).toArray();
    boolean noise = theme == NastyTheme.NOISE || theme == NastyTheme.NOISE_CLASSES;
    double[] out = new double[factors.length];
    for (int i = 0; i < out.length && !noise; i++) {
      double sum = Math.sin(2 * factors[i][0]);
      for (int j = 0; j < used; j++) {
        sum += weights[j] * factors[i][j];
      }
      out[i] = sum / Math.sqrt(1 + used);
    }
    return out;
  }
}
