package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.Arrays;
import java.util.List;

/** The learnt flow and q(f0). */
final class LearntSections {
  private LearntSections() {}

  static void flows(Section section, List<Report.FlowPanel> panels) {
    section.heading("The learnt flow");
    section.paragraph(introduction(panels));
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Report.FlowPanel p : panels) {
      double[] least = p.lower() == null ? p.mean() : p.lower();
      double[] most = p.upper() == null ? p.mean() : p.upper();
      low = Math.min(low, Arrays.stream(least).filter(Double::isFinite).min().orElse(low));
      high = Math.max(high, Arrays.stream(most).filter(Double::isFinite).max().orElse(high));
    }
    double air = high > low ? 0.04 * (high - low) : 0.5;
    if (panels.size() == 4) {
      section.pairs();
    } else if (panels.size() > 2) {
      section.small();
    }
    for (int k = 0; k < panels.size(); k++) {
      Report.FlowPanel p = panels.get(k);
      String shape = panels.size() == 1 ? "wide" : "";
      section.figure(p.title(), summary(p), shape, chart(k, p, low - air, high + air));
    }
  }

  private static String introduction(List<Report.FlowPanel> panels) {
    if (panels.stream().noneMatch(Report.FlowPanel::identity)) {
      return "The warp takes the model's Gaussian scale to the target's own. Where it is steeper,"
          + " predictions are wider.";
    }
    String what = "G maps the Gaussian latent function to the scale of the target. ";
    return panels.stream().anyMatch(p -> p.lower() != null)
        ? what
            + "A network reads its parameters off the input: shown at several inputs, as the mean"
            + " over draws of the network (line) and 90% of them (band), against the identity"
            + " (dashed)."
        : what
            + "Where it bends away from the dashed line, predictions are skewed or heavy-tailed.";
  }

  private static Chart chart(int k, Report.FlowPanel p, double low, double high) {
    int last = p.x().length - 1;
    Chart chart =
        Chart.xy(
                "flow-" + k,
                Axis.of(p.xLabel()).within(p.x()[0], p.x()[last]),
                Axis.of(p.yLabel()).within(low, high))
            .rug(p.marks());
    if (p.identity()) {
      double[] ends = {p.x()[0], p.x()[last]};
      chart.add(Series.dashed("identity", ends, ends));
    }
    if (p.lower() != null) {
      chart.add(
          Series.band("90% of network draws", "main", p.x(), p.lower(), p.upper()).alpha(0.25));
    }
    chart.add(
        Series.line(
            p.lower() != null ? "mean" : p.identity() ? "G" : "warp", "main", p.x(), p.mean()));
    return p.lower() == null ? chart : chart.plain();
  }

  private static String summary(Report.FlowPanel p) {
    int n = p.x().length;
    double left = (p.mean()[1] - p.mean()[0]) / (p.x()[1] - p.x()[0]);
    double right = (p.mean()[n - 1] - p.mean()[n - 2]) / (p.x()[n - 1] - p.x()[n - 2]);
    String shape =
        Math.abs(left - right) < 0.05 * (left + right)
            ? "nearly straight"
            : left < right
                ? "steeper on the right: a longer upper tail"
                : "steeper on the left: a longer lower tail";
    return "Slope "
        + Numbers.text(left)
        + " at the left end and "
        + Numbers.text(right)
        + " at the right, "
        + shape
        + marks(p);
  }

  private static String marks(Report.FlowPanel p) {
    if (p.marks() == null) {
      return ".";
    }
    return p.marks().length == 1
        ? ". The mark is the mean of q(f0) there."
        : ". Marks are means of q(f0): where the flow is used.";
  }

  static void latent(Section section, Report.Latent latent) {
    section.heading("The latent function, q(f0)");
    section.paragraph(
        "Before the flow the model is Gaussian: a mean and a covariance over any rows, on the"
            + " standardised scale. Here over "
            + latent.mean().length
            + " sample rows in order of "
            + latent.order()
            + ".");
    section.figure("Mean ± 2 standard deviations", meanSummary(latent), "square", mean(latent));
    section.figure(
        "Covariance",
        covarianceSummary(latent),
        "square",
        Chart.heat(
            "covariance",
            Axis.of("sample row"),
            Axis.of("sample row"),
            latent.covariance(),
            latent.names()));
  }

  private static Chart mean(Report.Latent latent) {
    int n = latent.mean().length;
    double[] at = new double[n];
    double[] lower = new double[n];
    double[] upper = new double[n];
    for (int i = 0; i < n; i++) {
      at[i] = i + 1;
      lower[i] = latent.mean()[i] - 2 * latent.deviation()[i];
      upper[i] = latent.mean()[i] + 2 * latent.deviation()[i];
    }
    return Chart.xy("latent", Axis.of("sample row").whole().within(0, n + 1.0), Axis.of("f0"))
        .add(Series.whiskers("± 2 standard deviations", "main", at, lower, upper))
        .add(Series.points("mean", "main", at, latent.mean()).named(names(latent)));
  }

  private static List<String> names(Report.Latent latent) {
    String[] out = new String[latent.mean().length];
    for (int i = 0; i < out.length; i++) {
      out[i] =
          latent.names().get(i)
              + "\nmean "
              + Numbers.text(latent.mean()[i])
              + ", standard deviation "
              + Numbers.text(latent.deviation()[i]);
    }
    return List.of(out);
  }

  private static String meanSummary(Report.Latent latent) {
    return "Means lie between "
        + Numbers.text(Arrays.stream(latent.mean()).min().orElse(0))
        + " and "
        + Numbers.text(Arrays.stream(latent.mean()).max().orElse(0))
        + ", standard deviations between "
        + Numbers.text(Arrays.stream(latent.deviation()).min().orElse(0))
        + " and "
        + Numbers.text(Arrays.stream(latent.deviation()).max().orElse(0))
        + ".";
  }

  private static String covarianceSummary(Report.Latent latent) {
    int n = latent.mean().length;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double scale = latent.deviation()[i] * latent.deviation()[j];
        sum += scale > 0 ? Math.abs(latent.covariance()[i][j] / scale) : 0;
      }
    }
    double average = n > 1 ? sum / (0.5 * n * (n - 1)) : 0;
    return "What is uncertain about one row is uncertain about its neighbours too; the mean"
        + " absolute correlation between rows is "
        + Numbers.text(average)
        + ".";
  }
}
