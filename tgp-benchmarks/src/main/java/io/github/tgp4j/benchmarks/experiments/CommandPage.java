package io.github.tgp4j.benchmarks.experiments;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the first search of {@code tgp fit} chose, beside the plain GP, one line per data set. */
final class CommandPage implements Pages.Body {
  private static final String PLAIN = "svgp";

  @Override
  public String of(List<ResultRow> rows) {
    Map<String, ResultRow> plain =
        rows.stream()
            .filter(row -> row.key().model().equals(PLAIN))
            .collect(Collectors.toMap(row -> row.key().data(), row -> row));
    MarkdownTable table =
        new MarkdownTable(
            "data",
            "NLL svgp",
            "NLL auto",
            "RMSE svgp",
            "RMSE auto",
            "95% coverage auto",
            "accuracy svgp",
            "accuracy auto",
            "auto chose");
    for (ResultRow row : rows) {
      if (!row.key().model().equals(PLAIN)) {
        Scores auto = row.scores();
        Scores svgp = plain.get(row.key().data()).scores();
        table.add(
            row.key().data(),
            number(svgp.nll()),
            number(auto.nll()),
            number(svgp.rmse()),
            number(auto.rmse()),
            number(auto.coverage95()),
            number(svgp.accuracy()),
            number(auto.accuracy()),
            row.spec().replace("|", "\\|"));
      }
    }
    return table.toString();
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "–" : MarkdownTable.number(value);
  }
}
