package io.github.tgp4j.auto;

/**
 * What a {@link Quality} means in numbers.
 *
 * @param trial share of a full fit's steps that a trial takes where rows are not many
 * @param largeTrial the same where they are
 * @param largeClasses the same where they are and fall into classes, whose many inducing points
 *     make steps slow
 * @param last share of them that a model takes to go on from its trial to all rows
 * @param folds parts that are held out in turn where rows are few
 * @param someFolds the same where rows are some more
 * @param most rows that a search looks at
 */
record Preset(
    double trial,
    double largeTrial,
    double largeClasses,
    double last,
    int folds,
    int someFolds,
    int most) {
  /** Below it rows are few. */
  static final int FEW = 300;

  /** Below it rows are some more. */
  static final int SOME = 2_000;

  /** Above it rows are many. */
  static final int LARGE = 4_000;

  /**
   * Inducing points of models with networks or layers; twice as many gained nothing where tried.
   */
  static final int NETWORK_INDUCING = 100;

  /** Inducing points while covariances are compared. */
  static final int KERNEL_INDUCING = 100;

  static Preset of(Quality quality) {
    return switch (quality) {
      case FAST -> new Preset(0.3, 0.06, 0.028, 0.03, 3, 1, 10_000);
      case GOOD -> new Preset(0.8, 0.47, 0.28, 0.2, 5, 3, 33_000);
      case BEST -> new Preset(1.0, 1.0, 0.4, 0.4, 5, 5, 50_000);
    };
  }

  /** Share of a full fit's steps that a trial on so many rows takes. */
  double trialFor(long rows, boolean classes) {
    return rows <= LARGE ? trial : classes ? largeClasses : largeTrial;
  }

  /** Parts for so many rows; 1 where a share is held out once. */
  int foldsFor(int rows) {
    return rows < FEW ? Math.min(rows, folds) : rows < SOME ? someFolds : 1;
  }

  /** The share that is held out once. */
  static double shareFor(int rows) {
    return rows < SOME ? 0.2 : Math.min(0.1, 3_000.0 / rows);
  }

  /** Inducing points of a plain GP with Gaussian noise, which is quick to train. */
  static int inducing(Quality quality, long rows) {
    return switch (quality) {
      case FAST -> 100;
      case GOOD -> rows <= SOME ? 400 : 200;
      case BEST -> rows <= SOME ? 800 : rows <= LARGE ? 500 : 300;
    };
  }

  /** Inducing points of all other models of numbers without networks. */
  static int otherInducing(Quality quality, long rows) {
    return switch (quality) {
      case FAST -> 100;
      case GOOD -> rows <= SOME ? 200 : 100;
      case BEST -> rows <= SOME ? 300 : rows <= LARGE ? 200 : 150;
    };
  }

  /** Inducing points of classes, whose borders need many. */
  static int classInducing(Quality quality, long rows) {
    return switch (quality) {
      case FAST -> rows <= LARGE ? 100 : 200;
      case GOOD -> 200;
      case BEST -> rows <= LARGE ? 300 : 400;
    };
  }
}
