package io.github.tgp4j.benchmarks.nasty;

import java.util.Locale;

/** What is nasty about a generated table. */
public enum NastyTheme {
  OUTLIERS_IN_INPUTS,
  OUTLIERS_IN_TARGET,
  OUTLIERS_IN_BOTH,
  CLUSTERS,
  TIES,
  WIDE,
  TINY,
  RARE_LEVELS,
  TEXTS,
  RARE_CLASS,
  NOISE,
  NOISE_CLASSES,
  CONSTANT_COLUMNS,
  CONSTANT_TARGET,
  SCALES,
  HEAVY_TAILS,
  COUNTS,
  PROPORTIONS,
  WHOLE_NUMBERS,
  DATES,
  MISSING,
  MANY_CLASSES,
  ZEROS,
  HUNDREDS,
  RATINGS,
  TINY_CLASSES,
  COLLINEAR,
  TWO_HUMPS,
  WIDE_TINY,
  NO_NOISE;

  /** The theme of a table by its seed: thirty tables in a row have all of them. */
  public static NastyTheme of(long seed) {
    return values()[(int) Math.floorMod(seed, (long) values().length)];
  }

  boolean isClasses() {
    return switch (this) {
      case RARE_CLASS, NOISE_CLASSES, MANY_CLASSES, TINY_CLASSES -> true;
      default -> false;
    };
  }

  /** {@code "outliers in inputs"}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
