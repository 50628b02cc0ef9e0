package io.github.tgp4j.auto;

import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Sharpening;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * How sure a blend is to be of numbers, by what it says of held-out rows: a^¾ of the power a with
 * the largest Σ_i log p′(y_i; a) − (log a)²/(2s²), s = 0.3; equation B10 in docs/equations.md. The
 * last term keeps a few rows from deciding, and models that are fitted to all rows are a little
 * surer than those of the search, which the rows were held out of.
 *
 * @param before P(Y &lt; y) per row
 * @param at P(Y ≤ y) per row
 */
record Sharpness(double[] before, double[] at) {
  private static final double SPREAD = 0.3; // of log a
  private static final double ACCURACY = 1e-4; // of log a
  private static final double GOLDEN = 0.5 * (Math.sqrt(5) - 1);
  private static final double LEAST = 1e-10; // of a difference that rounding has not eaten

  /** Of what is taken for the last fits. */
  private static final double KEPT = 0.75;

  /** Of some rows; of none where there are classes. */
  static Sharpness of(Prediction prediction, double[] y) {
    if (prediction.rows() == 0 || prediction.row(0).classes() > 0) {
      return new Sharpness(new double[0], new double[0]);
    }
    double[] at = prediction.cdf(y);
    boolean whole = prediction.row(0).discrete();
    return new Sharpness(
        whole ? prediction.cdf(Arrays.stream(y).map(v -> v - 1).toArray()) : at, at);
  }

  int rows() {
    return at.length;
  }

  /** What a power gains, in nats of all rows. */
  double gain(Sharpening sharpening) {
    double sum = 0.0;
    for (int i = 0; i < at.length; i++) {
      double mass = at[i] - before[i];
      double after = sharpening.level(at[i]) - sharpening.level(before[i]);
      sum +=
          mass > LEAST && after > LEAST
              ? Math.log(after / mass)
              : sharpening.logSlope(0.5 * (at[i] + before[i]));
    }
    return sum;
  }

  /** The power for models like those that said this of all these rows. */
  static Sharpening best(List<Sharpness> rows) {
    double most = Math.log(Sharpening.MOST);
    DoubleUnaryOperator score =
        log -> {
          Sharpening sharpening = new Sharpening(Math.exp(log));
          double prior = -0.5 * log * log / (SPREAD * SPREAD);
          return prior + rows.stream().mapToDouble(each -> each.gain(sharpening)).sum();
        };
    double low = -0.99 * most; // the score has one maximum
    double high = 0.99 * most;
    double left = high - GOLDEN * (high - low);
    double right = low + GOLDEN * (high - low);
    double atLeft = score.applyAsDouble(left);
    double atRight = score.applyAsDouble(right);
    while (high - low > ACCURACY) {
      if (atLeft > atRight) {
        high = right;
        right = left;
        atRight = atLeft;
        left = high - GOLDEN * (high - low);
        atLeft = score.applyAsDouble(left);
      } else {
        low = left;
        left = right;
        atLeft = atRight;
        right = low + GOLDEN * (high - low);
        atRight = score.applyAsDouble(right);
      }
    }
    return new Sharpening(Math.exp(KEPT * 0.5 * (low + high)));
  }
}
