package io.github.tgp4j.benchmarks.experiments;

import java.util.List;

/** Ratios of times on energy, and exponents of growth. */
final class CostPage implements Pages.Body {
  @Override
  public String of(List<ResultRow> rows) {
    ResultSummary summary = new ResultSummary(rows);
    return ratios(summary) + "\n" + growth(summary);
  }

  private static String ratios(ResultSummary summary) {
    MarkdownTable table =
        new MarkdownTable(
            "energy", "training s", "÷ SVGP", "÷ BA-TGP", "prediction ms", "÷ SVGP", "÷ BA-TGP");
    for (String model : Cost.MODELS) {
      if (summary.contains("energy", model, 100)) {
        double fit = fit(summary, "energy", model);
        double predict = predict(summary, model);
        table.add(
            Names.of(model),
            MarkdownTable.number(fit),
            ratio(fit, fit(summary, "energy", "svgp")),
            ratio(fit, fit(summary, "energy", "ba-tgp")),
            MarkdownTable.number(1e3 * predict),
            ratio(predict, predict(summary, "svgp")),
            ratio(predict, predict(summary, "ba-tgp")));
      }
    }
    return "## Energy: 1200 steps over all rows, prediction of the test rows\n" + table;
  }

  private static String growth(ResultSummary summary) {
    MarkdownTable table =
        new MarkdownTable("a step grows with", "sizes", "ms per step", "exponent");
    for (String what : List.of("n", "m", "d", "nodes", "layers")) {
      List<String> sizes =
          summary.sets().stream().filter(set -> set.startsWith(what + "=")).toList();
      if (sizes.size() < 2) {
        continue;
      }
      String model = what.equals("layers") ? "dgp" : "tgp";
      double[] x =
          sizes.stream()
              .mapToDouble(s -> Double.parseDouble(s.substring(what.length() + 1)))
              .toArray();
      double[] y = sizes.stream().mapToDouble(s -> perStep(summary, s, model)).toArray();
      StringBuilder times = new StringBuilder();
      for (double value : y) {
        times.append(times.length() == 0 ? "" : ", ").append(MarkdownTable.number(1e3 * value, 2));
      }
      String numbers =
          String.join(", ", sizes.stream().map(s -> s.substring(what.length() + 1)).toList());
      table.add(
          what, numbers, times.toString(), MarkdownTable.number(Statistics.exponent(x, y), 2));
    }
    return "## Growth\n" + table;
  }

  private static double perStep(ResultSummary summary, String set, String model) {
    for (int m : summary.inducing()) {
      if (summary.contains(set, model, m)) {
        return Statistics.median(
            summary.values(set, model, m, row -> row.fitSeconds() / row.steps()));
      }
    }
    return Double.NaN;
  }

  private static double fit(ResultSummary summary, String set, String model) {
    return Statistics.median(summary.values(set, model, 100, ResultRow::fitSeconds));
  }

  private static double predict(ResultSummary summary, String model) {
    return Statistics.median(
        summary.values("energy", model, 100, row -> row.scores().predictSeconds()));
  }

  private static String ratio(double a, double b) {
    return Double.isNaN(a / b) ? "" : MarkdownTable.number(a / b, 2);
  }
}
