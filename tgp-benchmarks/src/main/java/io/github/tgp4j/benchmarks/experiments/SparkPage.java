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
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The page of spark.csv, which {@code ./bench spark} appends to; what stands around the tables is
 * in notes/spark.txt.
 */
final class SparkPage {
  private static final List<String> COLUMNS =
      List.of("what,rows,executors,value,unit,commit,dirty,date,cores,load,host,jdk".split(","));
  private static final List<String> PARTS =
      List.of("summing", "collecting garbage", "reading tasks", "sending tasks", "else");

  /** What was measured, over how many rows, with how many executors or threads. */
  private record Key(String what, long rows, int executors) {}

  private final Map<Key, Double> values = new LinkedHashMap<>();
  private final Map<Key, Provenance> made = new LinkedHashMap<>();

  private SparkPage(List<String> lines) {
    for (String line : lines) {
      Cells row = Cells.of(line, COLUMNS, List.of());
      Key key = new Key(row.text("what"), (long) row.number("rows"), (int) row.number("executors"));
      values.put(key, row.number("value"));
      made.put(
          key,
          new Provenance(
              row.text("commit"),
              row.text("dirty"),
              row.text("date"),
              row.text("host"),
              row.text("jdk"),
              row.text("executors"),
              row.text("load"),
              ""));
    }
  }

  /** Writes the page, if there are rows; of rows that measure the same the last counts. */
  static void write(Path results) throws IOException {
    Path rows = results.resolve("spark.csv");
    if (!Files.exists(rows)) {
      return;
    }
    List<String> lines = Files.readAllLines(rows);
    SparkPage page = new SparkPage(lines.subList(1, lines.size()));
    String text = Files.readString(results.resolve("notes").resolve("spark.txt"));
    text = text.replace("{steps}", page.steps().toString().trim());
    text = text.replace("{parts}", page.parts().toString().trim());
    text = text.replace("{rest}", page.rest().toString().trim());
    String origin = Origin.measured("spark.csv", new ArrayList<>(page.made.values())).trim();
    Files.writeString(results.resolve("spark.md"), text.replace("{origin}", origin));
  }

  private MarkdownTable steps() {
    MarkdownTable table =
        new MarkdownTable(
            "rows",
            "executors or threads",
            "one machine, s",
            "Spark, s",
            "Spark ÷ one machine",
            "CPU of one machine, s",
            "CPU of executors, s",
            "two executors over one");
    for (long rows : sizes("step Spark")) {
      for (int executors = 1; executors <= 2; executors++) {
        double spark = value("step Spark", rows, executors);
        double machine = value("step one machine", rows, executors);
        table.add(
            grouped(rows),
            Integer.toString(executors),
            MarkdownTable.number(machine, 3),
            MarkdownTable.number(spark, 3),
            MarkdownTable.number(spark / machine, 2),
            MarkdownTable.number(value("step one machine CPU", rows, executors), 3),
            MarkdownTable.number(value("step Spark executors' CPU", rows, executors), 3),
            executors == 1 ? "" : MarkdownTable.number(value("step Spark", rows, 1) / spark, 2));
      }
    }
    return table;
  }

  /** Where the time of these steps goes. */
  private MarkdownTable parts() {
    MarkdownTable table =
        new MarkdownTable("rows", "executors", "summing", "garbage", "reading", "sending", "else");
    for (long rows : sizes("step Spark summing")) {
      for (int executors = 1; executors <= 2; executors++) {
        List<String> cells = new ArrayList<>(List.of(grouped(rows), Integer.toString(executors)));
        for (String part : PARTS) {
          cells.add(MarkdownTable.number(value("step Spark " + part, rows, executors), 3));
        }
        table.add(cells);
      }
    }
    return table;
  }

  private MarkdownTable rest() {
    MarkdownTable table = new MarkdownTable("what", "one machine", "Spark", "Spark ÷ one machine");
    for (long rows : sizes("score Spark")) {
      double machine = value("score one machine", rows, 1);
      double spark = value("score Spark", rows, 1);
      table.add(
          "rows scored per second and core, of " + grouped(rows),
          grouped(machine),
          grouped(spark),
          MarkdownTable.number(spark / machine, 2));
    }
    for (long rows : sizes("airline Spark NLL")) {
      for (String part : List.of("NLL", "fit")) {
        double machine = value("airline one machine " + part, rows, 2);
        double spark = value("airline Spark " + part, rows, 2);
        boolean seconds = part.equals("fit");
        table.add(
            "airline, BA-TGP, " + (seconds ? "seconds of the fit" : "test NLL"),
            MarkdownTable.number(machine, seconds ? 1 : 4),
            MarkdownTable.number(spark, seconds ? 1 : 4),
            MarkdownTable.number(spark / machine, seconds ? 2 : 4));
      }
    }
    return table;
  }

  private SortedSet<Long> sizes(String what) {
    TreeSet<Long> sizes = new TreeSet<>();
    values.keySet().stream()
        .filter(key -> key.what().equals(what))
        .forEach(key -> sizes.add(key.rows()));
    return sizes;
  }

  private double value(String what, long rows, int executors) {
    return values.getOrDefault(new Key(what, rows, executors), Double.NaN);
  }

  private static String grouped(double count) {
    return String.format(Locale.ROOT, "%,.0f", count);
  }
}
