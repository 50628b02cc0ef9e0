package io.github.tgp4j.benchmarks.nasty;

import io.github.tgp4j.data.TableBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Columns that hide the factors behind what is nasty about a table's inputs. */
final class NastyInputs {
  private static final double FAR = 1e6;
  private static final Instant START = Instant.parse("2024-01-31T22:15:00Z");

  private final NastyTheme theme;
  private final double[][] factors;
  private final SplittableRandom random;

  NastyInputs(NastyTheme theme, double[][] factors, SplittableRandom random) {
    this.theme = theme;
    this.factors = factors;
    this.random = random;
  }

  void addTo(TableBuilder builder) {
    for (int j = 0; j < factors[0].length; j++) {
      addFactor(builder, "x" + (j + 1), j);
    }
    switch (theme) {
      case RARE_LEVELS -> builder.category("city", texts(i -> "city " + zipf()));
      case TEXTS -> builder.category("note", texts(i -> "note " + i + " of " + random.nextLong()));
      case CONSTANT_COLUMNS ->
          builder
              .number("one", each(0, x -> 1.0))
              .number("none", each(0, x -> Double.NaN))
              .category("same", texts(i -> "same"));
      case COLLINEAR ->
          builder.number("twin", each(0, x -> x)).number("near", each(0, x -> 3 * x + 1e-9));
      default -> addExtras(builder);
    }
  }

  /** A constant column, one of levels and one with missing values, each in some tables. */
  private void addExtras(TableBuilder builder) {
    if (random.nextInt(4) == 0) {
      builder.number("constant", each(0, x -> 7.0));
    }
    if (random.nextInt(4) == 0) {
      builder.category("level", texts(i -> "abc".charAt(random.nextInt(3)) + ""));
    }
    if (random.nextInt(4) == 0) {
      builder.number("gaps", each(0, x -> random.nextInt(20) == 0 ? Double.NaN : x));
    }
  }

  private void addFactor(TableBuilder builder, String name, int j) {
    switch (theme) {
      case OUTLIERS_IN_INPUTS, OUTLIERS_IN_BOTH ->
          builder.number(name, each(j, x -> random.nextInt(100) == 0 ? x * FAR : x));
      case TIES -> builder.number(name, each(j, x -> Math.rint(x)));
      case SCALES -> {
        double scale = Math.pow(10, random.nextInt(-12, 13));
        double offset = random.nextBoolean() ? 0 : scale * Math.pow(10, random.nextInt(0, 6));
        builder.number(name, each(j, x -> offset + scale * x));
      }
      case MISSING -> builder.number(name, each(j, x -> random.nextInt(10) < 3 ? Double.NaN : x));
      case DATES -> {
        if (j == 0) {
          builder.time(
              name,
              IntStream.range(0, factors.length)
                  .mapToObj(i -> START.plus(Duration.ofMinutes((long) (20000 * factors[i][0]))))
                  .toArray(Instant[]::new));
        } else {
          builder.number(name, each(j, x -> x));
        }
      }
      default -> builder.number(name, each(j, x -> x));
    }
  }

  private double[] each(int j, DoubleUnaryOperator change) {
    double[] out = new double[factors.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = change.applyAsDouble(factors[i][j]);
    }
    return out;
  }

  private String[] texts(IntFunction<String> text) {
    return IntStream.range(0, factors.length).mapToObj(text).toArray(String[]::new);
  }

  /** Few levels are frequent and most occur once or never again. */
  private int zipf() {
    return (int) Math.min(1e6, Math.pow(random.nextDouble(), -1.2));
  }
}
