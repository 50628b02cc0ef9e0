package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.List;

/** Checks of what is to be blended. */
final class Blends {
  private static final double ROUNDING = 1e-9;

  private Blends() {}

  static void check(int parts, double[] weights) {
    if (parts == 0 || parts != weights.length) {
      throw new IllegalArgumentException(
          "blend: expected one weight for each of some parts but got "
              + weights.length
              + " for "
              + parts);
    }
    double sum = 0.0;
    for (double weight : weights) {
      if (!(weight > 0)) {
        throw new IllegalArgumentException(
            "weights: expected numbers above 0 but got " + Arrays.toString(weights));
      }
      sum += weight;
    }
    if (!(Math.abs(sum - 1.0) <= ROUNDING)) {
      throw new IllegalArgumentException("weights: expected the sum 1 but got " + sum);
    }
  }

  static void sameKind(List<? extends Distribution> parts) {
    Distribution first = parts.get(0);
    for (Distribution part : parts) {
      if (part.discrete() != first.discrete() || part.classes() != first.classes()) {
        throw new IllegalArgumentException(
            "blend: expected parts of one kind (numbers with a density, whole numbers, or the same"
                + " classes) but got "
                + first.describe()
                + " and "
                + part.describe());
      }
    }
  }

  static void sameRows(List<? extends Prediction> parts) {
    Prediction first = parts.get(0);
    for (Prediction part : parts) {
      if (part.rows() != first.rows()) {
        throw new IllegalArgumentException(
            "blend: expected predictions of the same rows but got "
                + first.rows()
                + " and "
                + part.rows());
      }
      if (first.rows() > 0) {
        sameKind(List.of(first.row(0), part.row(0)));
      }
    }
  }
}
