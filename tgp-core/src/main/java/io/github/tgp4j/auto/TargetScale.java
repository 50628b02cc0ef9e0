package io.github.tgp4j.auto;

import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Support;
import io.github.tgp4j.rows.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How candidates of one target are compared.
 *
 * @param support that each is kept within
 * @param whole whether the target takes whole values, so that densities and probabilities stand
 *     side by side
 * @param step between neighbouring values of a target that was rounded to few of them; 0 for none
 */
record TargetScale(Support support, boolean whole, double step) {
  /** More steps than this from the least to the largest value are as good as none. */
  private static final double MOST_STEPS = 2_000;

  /** A difference of probabilities that rounding has not eaten. */
  private static final double LEAST = 1e-10;

  /** Rows that say where a target's values end. */
  private static final int MOST_ROWS = 20_000;

  /** Of the targets of a table; supports only where the search decides what a target is. */
  static List<TargetScale> of(AutoSettings settings, TrainingTable table) {
    boolean open =
        settings.kind() == ModelKind.AUTO
            && settings.textsWithLoss().likelihood() == null
            && settings.texts().warp() == null;
    List<TargetScale> out = new ArrayList<>();
    for (int o = 0; o < table.targets().size(); o++) {
      Target target = table.targets().get(o);
      boolean numbers = !target.nature().isClasses();
      out.add(
          new TargetScale(
              open && numbers ? support(table.rows(), target, o) : Support.REAL,
              target.nature() == TargetNature.COUNT,
              step(target)));
    }
    return out;
  }

  private static double step(Target target) {
    double step = target.facts().step();
    double range = target.facts().most() - target.facts().least();
    boolean rounded = !target.nature().isClasses() && range <= MOST_STEPS * step;
    return rounded && target.nature() != TargetNature.COUNT ? step : 0.0;
  }

  private static Support support(RowStore rows, Target target, int number) {
    if (!(target.facts().least() >= 0)) {
      return Support.REAL;
    }
    int stride = Math.max(1, rows.size() / MOST_ROWS);
    double[] x = new double[rows.inputs()];
    double[][] y = new double[rows.targets()][1];
    double[] some = new double[(rows.size() - 1) / stride + 1];
    for (int i = 0; i < some.length; i++) {
      rows.read(i * stride, x, 0, y, 0);
      some[i] = y[number][0];
    }
    Support support = Support.of(some);
    return target.facts().most() > support.upper()
        ? Support.above(support.lower(), support.mean())
        : support;
  }

  /**
   * Log densities of what was observed, whatever the model: of whole targets probabilities, of
   * rounded ones the mean density over the values that were rounded to y; equation B6 in
   * docs/equations.md. A density that has spikes where values were rounded to gains nothing by it.
   */
  double[] logDensity(Prediction prediction, double[] y) {
    Prediction bounded = prediction.within(support);
    if (whole) {
      return bounded.rounded().logDensity(y);
    }
    double[] out = bounded.logDensity(y);
    if (step > 0 && bounded.rows() > 0 && !bounded.row(0).discrete()) {
      double[] above = bounded.cdf(Arrays.stream(y).map(v -> v + 0.5 * step).toArray());
      double[] below = bounded.cdf(Arrays.stream(y).map(v -> v - 0.5 * step).toArray());
      for (int i = 0; i < out.length; i++) {
        double mass = above[i] - below[i];
        out[i] = mass > LEAST ? Math.log(mass / step) : out[i];
      }
    }
    return out;
  }
}
