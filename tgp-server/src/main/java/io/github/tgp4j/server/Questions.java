package io.github.tgp4j.server;

/**
 * What is asked about every row.
 *
 * @param quantiles their levels
 * @param samples draws per row
 * @param seed of the draws
 * @param density points of the grid that the density is told on; 0 for none
 */
record Questions(double[] quantiles, int samples, long seed, int density) {
  static final Questions DEFAULT = new Questions(new double[] {0.05, 0.5, 0.95}, 0, 1, 0);

  private static final int MOST_QUANTILES = 99;
  private static final int MOST_SAMPLES = 10_000;
  private static final int MOST_POINTS = 1000;

  Questions {
    if (quantiles.length > MOST_QUANTILES) {
      throw ApiException.badRequest(
          "quantiles: expected at most " + MOST_QUANTILES + " levels but got " + quantiles.length);
    }
    for (double level : quantiles) {
      if (!(level > 0 && level < 1)) {
        throw ApiException.badRequest(
            "quantiles: expected levels between 0 and 1, such as 0.95, but got " + level);
      }
    }
    if (!(samples >= 0 && samples <= MOST_SAMPLES)) {
      throw ApiException.badRequest(
          "samples: expected 0 to " + MOST_SAMPLES + " but got " + samples);
    }
    if (density != 0 && !(density >= 2 && density <= MOST_POINTS)) {
      throw ApiException.badRequest(
          "density: expected 2 to " + MOST_POINTS + " points, or 0, but got " + density);
    }
  }
}
