package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The page of cuda.csv, whose rows tgp-cuda/device/run.sh makes on a machine with a GPU. What
 * stands around the tables is in notes/cuda.txt.
 */
final class CudaPage {
  private static final List<String> COLUMNS =
      List.of(("table,case,library,quantity,value," + Provenance.HEADER).split(","));

  /** What was measured; a setting's parts are set apart by semicolons. */
  private record Key(String table, String setting, String library, String quantity) {}

  private final Map<Key, Double> values = new LinkedHashMap<>();
  private final Map<Key, Provenance> made = new LinkedHashMap<>();

  private CudaPage(List<String> lines) {
    for (String line : lines) {
      Cells row = Cells.of(line, COLUMNS, List.of());
      Key key =
          new Key(row.text("table"), row.text("case"), row.text("library"), row.text("quantity"));
      values.put(key, row.number("value"));
      made.put(key, Provenance.of(row));
    }
  }

  /** Writes the page, if there are rows; of rows that measure the same the last counts. */
  static void write(Path results) throws IOException {
    Path rows = results.resolve("cuda.csv");
    if (!Files.exists(rows)) {
      return;
    }
    List<String> lines = Files.readAllLines(rows);
    CudaPage page = new CudaPage(lines.subList(1, lines.size()));
    String text = Files.readString(results.resolve("notes").resolve("cuda.txt"));
    text = text.replace("{steps}", page.steps().toString().trim());
    text = text.replace("{predictions}", page.predictions().toString().trim());
    text = text.replace("{quality}", page.quality().toString().trim());
    String origin = Origin.sentences("cuda.csv", new ArrayList<>(page.made.values())).trim();
    Files.writeString(results.resolve("cuda.md"), text.replace("{origin}", origin));
  }

  private MarkdownTable steps() {
    MarkdownTable table =
        new MarkdownTable(
            "model", "M", "rows in a batch", "tgp4j ms", "GPyTorch ms", "GPyTorch ÷ tgp4j");
    for (String setting : distinct("step", Key::setting)) {
      double ours = value("step", setting, "tgp4j", "median_ms");
      double theirs = value("step", setting, "gpytorch", "median_ms");
      String[] parts = setting.split("; ");
      table.add(
          parts[0],
          grouped(parts[1]),
          grouped(parts[2]),
          digits(ours),
          digits(theirs),
          Double.isNaN(theirs / ours) ? "" : "**" + MarkdownTable.number(theirs / ours, 1) + "**");
    }
    return table;
  }

  private MarkdownTable predictions() {
    MarkdownTable table =
        new MarkdownTable(
            "flow",
            "rows a second on the device",
            "on the processor",
            "largest difference of means",
            "of deviations",
            "of quantiles");
    for (String flow : distinct("prediction", Key::setting)) {
      table.add(
          "`" + flow + "`",
          grouped(value("prediction", flow, "device", "rows_per_second")),
          grouped(value("prediction", flow, "processor", "rows_per_second")),
          small(value("prediction", flow, "difference", "mean")),
          small(value("prediction", flow, "difference", "deviation")),
          small(value("prediction", flow, "difference", "quantiles")));
    }
    return table;
  }

  private MarkdownTable quality() {
    MarkdownTable table =
        new MarkdownTable("data", "model", "M", "whose", "seconds", "RMSE", "NLL", "test rows");
    for (String setting : distinct("quality", Key::setting)) {
      String[] parts = setting.split("; ");
      for (String library : distinct("quality", Key::library)) {
        double seconds = value("quality", setting, library, "seconds");
        if (!Double.isNaN(seconds)) {
          table.add(
              parts[0],
              parts[1],
              grouped(parts[2]),
              library,
              MarkdownTable.number(seconds, 1),
              MarkdownTable.number(value("quality", setting, library, "rmse"), 3),
              MarkdownTable.number(value("quality", setting, library, "nll"), 3),
              grouped(value("quality", setting, library, "test_rows")));
        }
      }
    }
    return table;
  }

  private List<String> distinct(String table, Function<Key, String> part) {
    Stream<Key> keys = values.keySet().stream().filter(key -> key.table().equals(table));
    return keys.map(part).distinct().toList();
  }

  private double value(String table, String setting, String library, String quantity) {
    return values.getOrDefault(new Key(table, setting, library, quantity), Double.NaN);
  }

  private static String digits(double milliseconds) {
    return Double.isNaN(milliseconds) ? "" : String.format(Locale.ROOT, "%.3g", milliseconds);
  }

  private static String small(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.1e", value);
  }

  private static String grouped(String count) {
    return grouped(Double.parseDouble(count));
  }

  private static String grouped(double count) {
    return Double.isNaN(count) ? "" : String.format(Locale.ROOT, "%,.0f", count);
  }
}
