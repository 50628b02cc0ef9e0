package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.SpeedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The page of speed.csv; what stands above each table is in notes/speed.txt. */
final class SpeedPage {
  private static final List<String> TABLES =
      List.of("step", "providers", "peers", "networks", "allocation", "memory", "command", "serve");

  private final Map<SpeedFile.Key, Double> values = new LinkedHashMap<>();

  private SpeedPage(List<SpeedFile.Row> rows) {
    rows.forEach(row -> values.put(row.key(), row.value()));
  }

  /** Writes the page, if there are rows: each mark {@code {step}} of the notes becomes a table. */
  static void write(Path results) throws IOException {
    List<SpeedFile.Row> rows = new SpeedFile(results).rows();
    if (rows.isEmpty()) {
      return;
    }
    SpeedPage page = new SpeedPage(rows);
    String text = Files.readString(results.resolve("notes").resolve("speed.txt"));
    for (String table : TABLES) {
      text = text.replace("{" + table + "}", page.table(table).toString().trim());
    }
    String origin =
        Origin.measured("speed.csv", rows.stream().map(SpeedFile.Row::made).toList()).trim();
    Files.writeString(results.resolve("speed.md"), text.replace("{origin}", origin));
  }

  private MarkdownTable table(String table) {
    return switch (table) {
      case "step" -> steps();
      case "providers" -> providers();
      case "peers" -> peers();
      case "networks" -> networks();
      default -> quantities(table);
    };
  }

  private MarkdownTable steps() {
    MarkdownTable table =
        new MarkdownTable(
            "model: rows, inputs, M, batch",
            "one thread: step, floor µs, ratio",
            "two threads: step, floor µs, ratio",
            "speed-up");
    for (String setting : settings("step")) {
      double one = value("step", setting, 1, "tgp4j", "step_us");
      double two = value("step", setting, 2, "tgp4j", "step_us");
      table.add(
          setting,
          beside(one, value("step", setting, 1, "floor", "step_us")),
          beside(two, value("step", setting, 2, "floor", "step_us")),
          MarkdownTable.number(one / two, 2));
    }
    return table;
  }

  private static String beside(double step, double floor) {
    return whole(step)
        + ", "
        + whole(floor)
        + ", **"
        + MarkdownTable.number(step / floor, 2)
        + "**";
  }

  private MarkdownTable providers() {
    MarkdownTable table =
        new MarkdownTable(
            "model: rows, inputs, M, batch",
            "both: µs",
            "without OpenBLAS: times as long",
            "without the Vector API: times as long");
    for (String setting : settings("providers")) {
      double both = value("providers", setting, 1, "both", "step_us");
      table.add(
          setting,
          whole(both),
          ratio(value("providers", setting, 1, "vectors", "step_us"), both),
          ratio(value("providers", setting, 1, "openblas", "step_us"), both));
    }
    return table;
  }

  private MarkdownTable peers() {
    MarkdownTable table =
        new MarkdownTable(
            "rows, inputs, M, batch",
            "tgp4j µs",
            "GPyTorch µs",
            "GPflow µs",
            "GPyTorch ÷ tgp4j",
            "GPflow ÷ tgp4j");
    for (String setting : settings("peers")) {
      double ours = value("peers", setting, 1, "tgp4j", "step_us");
      double gpytorch = value("peers", setting, 1, "gpytorch", "step_us");
      double gpflow = value("peers", setting, 1, "gpflow", "step_us");
      table.add(
          setting,
          whole(ours),
          whole(gpytorch),
          whole(gpflow),
          "**" + MarkdownTable.number(gpytorch / ours, 1) + "**",
          "**" + MarkdownTable.number(gpflow / ours, 1) + "**");
    }
    return table;
  }

  private MarkdownTable networks() {
    MarkdownTable table =
        new MarkdownTable(
            "setting",
            "threads",
            "step µs: ours, PyTorch, ratio",
            "prediction µs: as needed, 100 nodes, PyTorch",
            "ratio: as needed, 100 nodes",
            "error");
    for (int threads : new int[] {2, 1}) {
      for (String setting : settings("networks")) {
        double step = value("networks", setting, threads, "tgp4j", "step_us");
        double theirs = value("networks", setting, threads, "pytorch", "step_us");
        double needed = value("networks", setting, threads, "tgp4j", "predict_us");
        double fixed = value("networks", setting, threads, "tgp4j", "predict_100_nodes_us");
        double peer = value("networks", setting, threads, "pytorch", "predict_us");
        double error = value("networks", setting, threads, "tgp4j", "predict_error");
        table.add(
            setting,
            Integer.toString(threads),
            whole(step) + ", " + whole(theirs) + ", **" + ratio(theirs, step) + "**",
            whole(needed) + ", " + whole(fixed) + ", " + whole(peer),
            "**" + ratio(peer, needed) + "**, " + ratio(peer, fixed),
            String.format(java.util.Locale.ROOT, "%.0e", error).replace("e-0", "e-"));
      }
    }
    return table;
  }

  private MarkdownTable quantities(String name) {
    MarkdownTable table = new MarkdownTable("setting", "threads", "quantity", "value");
    values.forEach(
        (key, value) -> {
          if (key.table().equals(name)) {
            String number =
                value >= 100 ? whole(value) : String.format(java.util.Locale.ROOT, "%.3g", value);
            table.add(
                key.setting(), Integer.toString(key.threads()), words(key.quantity()), number);
          }
        });
    return table;
  }

  private static String words(String quantity) {
    return switch (quantity) {
      case "bytes_per_step" -> "bytes allocated per step";
      case "peak_heap_mb" -> "heap at the peak beyond the data, MB";
      case "data_mb" -> "data, MB";
      case "step_to_step_of_20000_rows" -> "a step with 20,000 rows instead, as a share";
      case "half_batch_to_whole" -> "a step with half the batch, as a share";
      case "peak_mb" -> "memory at the peak, MB";
      case "peak_mb_more" -> "memory at the peak beyond that before, MB";
      case "p50_ms" -> "half of the answers within, ms";
      case "p99_ms" -> "99% of the answers within, ms";
      case "heap_mb_last" -> "heap at the end, MB";
      case "heap_mb_per_hour" -> "growth of the heap in the second half, MB per hour";
      case "threads_per_hour" -> "growth of threads in the second half, per hour";
      case "files_per_hour" -> "growth of open files in the second half, per hour";
      case "disk_mb_per_hour" -> "growth of the home directory in the second half, MB per hour";
      case "resident_mb_last" -> "resident at the end, MB";
      case "resident_mb_per_hour" -> "growth of resident memory in the second half, MB per hour";
      default -> quantity.replace('_', ' ');
    };
  }

  private List<String> settings(String table) {
    Stream<SpeedFile.Key> keys = values.keySet().stream();
    return keys.filter(key -> key.table().equals(table))
        .map(SpeedFile.Key::setting)
        .distinct()
        .toList();
  }

  private double value(String table, String setting, int threads, String library, String quantity) {
    return values.getOrDefault(
        new SpeedFile.Key(table, setting, threads, library, quantity), Double.NaN);
  }

  private static String whole(double value) {
    return MarkdownTable.number(value, 0);
  }

  private static String ratio(double a, double b) {
    return MarkdownTable.number(a / b, 1);
  }
}
