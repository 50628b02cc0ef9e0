package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.Arrays;

/** The training curves; steps beyond what a chart can show are drawn together. */
final class TrainingSection {
  private static final int MOST_POINTS = 300;

  private TrainingSection() {}

  static void add(Section section, Report.Training training) {
    section.heading("Training");
    section.paragraph(
        "A curve that is still climbing at its end would have gained from more steps.");
    double[] steps = training.steps();
    Thinned bound = Thinned.of(steps, training.bound());
    if (bound.x.length > 1) {
      section.figure(
          "Bound",
          "The evidence lower bound that training maximises, over "
              + Numbers.count((long) steps[steps.length - 1])
              + " steps; it ended at "
              + Numbers.text(bound.mean[bound.mean.length - 1])
              + (bound.isThinned()
                  ? ". The line is the mean of neighbouring steps, the band their range"
                  : "")
              + ". The first steps may lie below the chart.",
          "",
          chart("bound", "bound", bound));
    }
    if (training.validation() != null) {
      Thinned validation = Thinned.of(steps, changes(training.validation()));
      if (validation.x.length > 1) {
        int best = 0;
        for (int i = 1; i < validation.mean.length; i++) {
          best = validation.mean[i] > validation.mean[best] ? i : best;
        }
        section.figure(
            "Held-out rows",
            "The score of held-out rows, larger is better. It was best near step "
                + Numbers.count((long) validation.x[best])
                + ", at "
                + Numbers.text(validation.mean[best])
                + "; that state is the one that was kept.",
            "",
            chart("validation", "mean log density", validation));
      }
    }
  }

  /** A score stands until the next is made; only the new ones are points of the curve. */
  private static double[] changes(double[] values) {
    double[] out = values.clone();
    for (int i = 1; i < out.length; i++) {
      out[i] = values[i] == values[i - 1] ? Double.NaN : values[i];
    }
    return out;
  }

  private static Chart chart(String id, String label, Thinned curve) {
    Axis y = Axis.of(label);
    double[] sorted = curve.mean.clone();
    Arrays.sort(sorted);
    double high = sorted[sorted.length - 1];
    double low = sorted[(int) (0.08 * sorted.length)]; // the first steps dwarf all others
    if (high > low && sorted[0] < low - (high - low)) {
      double air = 0.1 * (high - low);
      y.within(low - air, high + air);
    }
    Chart chart = Chart.xy(id, Axis.of("step").whole().within(0, curve.x[curve.x.length - 1]), y);
    if (curve.isThinned()) {
      chart.add(Series.band(null, "main", curve.x, curve.low, curve.high).alpha(0.2));
    }
    return chart.add(Series.line(null, "main", curve.x, curve.mean));
  }

  /** Runs of points, each as its mean and range. */
  private static final class Thinned {
    private double[] x;
    private double[] mean;
    private double[] low;
    private double[] high;
    private int run;

    static Thinned of(double[] steps, double[] values) {
      int[] known =
          java.util.stream.IntStream.range(0, values.length)
              .filter(i -> Double.isFinite(values[i]))
              .toArray();
      Thinned out = new Thinned();
      out.run = (known.length + MOST_POINTS - 1) / MOST_POINTS;
      int n = out.run == 0 ? 0 : (known.length + out.run - 1) / out.run;
      out.x = new double[n];
      out.mean = new double[n];
      out.low = new double[n];
      out.high = new double[n];
      for (int k = 0; k < n; k++) {
        int to = Math.min(known.length, (k + 1) * out.run);
        double[] some = Arrays.stream(known, k * out.run, to).mapToDouble(i -> values[i]).toArray();
        out.x[k] = steps[known[to - 1]];
        out.mean[k] = Arrays.stream(some).average().orElse(Double.NaN);
        out.low[k] = Arrays.stream(some).min().orElse(Double.NaN);
        out.high[k] = Arrays.stream(some).max().orElse(Double.NaN);
      }
      return out;
    }

    boolean isThinned() {
      return run > 1;
    }
  }
}
