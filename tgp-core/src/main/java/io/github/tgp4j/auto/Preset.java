package io.github.tgp4j.auto;

/**
 * What a {@link Quality} means in numbers.
 *
 * @param trial share of a full fit's steps that a trial takes
 * @param last share of them that a model takes to go on from its trial to all rows
 * @param folds parts that are held out in turn where rows are few
 * @param someFolds the same where rows are some more
 * @param most rows that a search looks at
 */
record Preset(double trial, double last, int folds, int someFolds, int most) {
  /** Below it rows are few. */
  static final int FEW = 600;

  /** Below it rows are some more. */
  static final int SOME = 2_000;

  /** Inducing points while covariances are compared. */
  static final int KERNEL_INDUCING = 100;

  static Preset of(Quality quality) {
    return switch (quality) {
      case FAST -> new Preset(0.3, 0.1, 3, 1, 15_000);
      case GOOD -> new Preset(0.7, 0.3, 5, 3, 33_000);
      case BEST -> new Preset(1.0, 0.4, 10, 5, 50_000);
    };
  }

  /** Parts for so many rows; 1 where a share is held out once. */
  int foldsFor(int rows) {
    return rows < FEW ? Math.min(rows, folds) : rows < SOME ? someFolds : 1;
  }

  /** The share that is held out once. */
  static double shareFor(int rows) {
    return rows < SOME ? 0.2 : Math.min(0.1, 3_000.0 / rows);
  }

  /** Inducing points of models that are quick to train. */
  static int inducing(Quality quality, long rows) {
    return switch (quality) {
      case FAST -> 100;
      case GOOD -> rows <= 2_000 ? 300 : 200;
      case BEST -> rows <= 2_000 ? 800 : 500;
    };
  }

  /** Inducing points of models with networks, whose flow does much of the work. */
  static int networkInducing(Quality quality) {
    return quality == Quality.BEST ? 200 : 100;
  }
}
