package io.github.tgp4j.auto;

import io.github.tgp4j.data.Target;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.QuantileCalibration;
import io.github.tgp4j.rows.Holdout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fifth of the rows, at most 5,000, that neither search nor fit sees: they recalibrate the
 * quantiles of the finished model (split-conformal prediction).
 */
final class Calibrating {
  private static final double SHARE = 0.2;
  private static final int MOST_ROWS = 5_000;
  private static final int LEAST_ROWS = 20;
  private static final double INTERVAL = 0.95;

  private final Holdout rows;

  private Calibrating(Holdout rows) {
    this.rows = rows;
  }

  /**
   * Sets rows of a table aside.
   *
   * @throws IllegalArgumentException when a target is classes, or rows are too few
   */
  static Calibrating of(TrainingTable table, long seed) {
    for (Target target : table.targets()) {
      if (target.nature().isClasses()) {
        throw new IllegalArgumentException(
            "calibrate: expected a target of numbers but "
                + target.name()
                + " is "
                + target.describe()
                + ", which have probabilities but no quantiles; leave it out");
      }
    }
    int count = table.rows().size();
    if (count < LEAST_ROWS) {
      throw new IllegalArgumentException(
          "calibrate: expected at least "
              + LEAST_ROWS
              + " rows, a fifth of which is set aside, but got "
              + count
              + "; leave it out");
    }
    double share = Math.min(SHARE, (double) MOST_ROWS / count);
    return new Calibrating(Holdout.of(table.rows(), share, seed ^ 0xCA11B7A7EL));
  }

  /** The other rows. */
  TrainingTable rest(TrainingTable table) {
    return new TrainingTable(table.encoder(), table.targets(), rows.train(), table.notes());
  }

  /** The model with its quantiles recalibrated. */
  BlendedModel apply(String name, Model model) {
    BlendedModel blend =
        model instanceof BlendedModel known
            ? known
            : new BlendedModel(List.of(new BlendedModel.Part(name, model, 1.0)));
    List<Prediction> predictions = blend.predictAll(rows.heldX());
    List<QuantileCalibration> all = new ArrayList<>();
    for (int o = 0; o < predictions.size(); o++) {
      all.add(QuantileCalibration.of(predictions.get(o), rows.heldY()[o]));
    }
    return blend.withCalibrations(all);
  }

  /** How many rows, and how many of them the model's own intervals contained, for people. */
  Map<String, Double> metrics(BlendedModel model) {
    Map<String, Double> out = new LinkedHashMap<>();
    for (QuantileCalibration each : model.calibrations()) {
      double[] before = each.before();
      double[] at = each.at();
      double end = 0.5 * (1 - INTERVAL);
      int inside = 0;
      for (int i = 0; i < at.length; i++) {
        inside += (at[i] >= end ? 1 : 0) - (before[i] > 1 - end ? 1 : 0);
      }
      String prefix = model.calibrations().size() > 1 ? "target " + (out.size() / 2) + ", " : "";
      out.put(prefix + "rows to calibrate by", (double) at.length);
      out.put(
          prefix + "share of them in the model's own 95% intervals", inside / (double) at.length);
    }
    return out;
  }
}
