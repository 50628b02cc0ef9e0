package io.github.tgp4j.auto;

import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Support;
import io.github.tgp4j.rows.RowStore;
import java.util.ArrayList;
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
    boolean density = !target.nature().isClasses() && target.nature() != TargetNature.COUNT;
    return density ? target.facts().coarseStep() : 0.0;
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
   * docs/equations.md.
   */
  double[] logDensity(Prediction prediction, double[] y) {
    Prediction bounded = prediction.within(support);
    if (whole) {
      return bounded.rounded().logDensity(y);
    }
    return step > 0 ? bounded.logDensity(y, step) : bounded.logDensity(y);
  }
}
