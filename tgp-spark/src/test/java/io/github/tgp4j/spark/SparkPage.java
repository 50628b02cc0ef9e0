package io.github.tgp4j.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** docs/results/spark.md, from the last of each measurement in spark.csv. */
final class SparkPage {
  private final Path results;
  private final Map<String, String[]> last = new LinkedHashMap<>();

  SparkPage(Path results) throws IOException {
    this.results = results;
    List<String> lines = Files.readAllLines(results.resolve("spark.csv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      last.put(key(cells[0], Long.parseLong(cells[1]), Integer.parseInt(cells[2])), cells);
    }
  }

  private static String key(String what, long rows, int executors) {
    return what + "|" + rows + "|" + executors;
  }

  private double value(String what, long rows, int executors) {
    String[] cells = last.get(key(what, rows, executors));
    return cells == null ? Double.NaN : Double.parseDouble(cells[3]);
  }

  private static String text(String format, double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
  }

  void write() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("# Spark beside one machine\n\n");
    page.append(Files.readString(results.resolve("notes/spark.txt")).strip()).append("\n\n");
    steps(page);
    parts(page);
    rest(page);
    page.append(
        "\nAll measurements: [spark.csv](spark.csv), with commit, date and load, those from now on with machine and JDK. ");
    page.append("`./bench spark` makes them and this page again.\n");
    Files.writeString(results.resolve("spark.md"), page);
  }

  private void steps(StringBuilder page) {
    page.append("## A step over all rows\n");
    page.append(
        "| rows | executors or threads | one machine, s | Spark, s | Spark over one machine ");
    page.append("| CPU of one machine, s | CPU of executors, s | two executors over one |\n");
    page.append("|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (long rows : sizes("step Spark")) {
      for (int executors = 1; executors <= 2; executors++) {
        double spark = value("step Spark", rows, executors);
        double gain = executors == 2 ? value("step Spark", rows, 1) / spark : Double.NaN;
        page.append(
            String.format(
                Locale.ROOT,
                "| %,d | %d | %s | %s | %s | %s | %s | %s |%n",
                rows,
                executors,
                text("%.3f", value("step one machine", rows, executors)),
                text("%.3f", spark),
                text("%.2f", spark / value("step one machine", rows, executors)),
                text("%.3f", value("step one machine CPU", rows, executors)),
                text("%.3f", value("step Spark executors' CPU", rows, executors)),
                text("%.2f", gain)));
      }
    }
  }

  private TreeSet<Long> sizes(String what) {
    TreeSet<Long> sizes = new TreeSet<>();
    last.values().stream()
        .filter(cells -> cells[0].equals(what))
        .forEach(cells -> sizes.add(Long.parseLong(cells[1])));
    return sizes;
  }

  /** Of the steps above. */
  private void parts(StringBuilder page) {
    if (sizes("step Spark summing").isEmpty()) {
      return;
    }
    page.append("\nWhere the time of these steps goes, in seconds of each executor: ");
    page.append("summing (of that, collecting garbage), reading tasks and writing results, ");
    page.append("sending both, and what the driver does before and after or executors wait for ");
    page.append("the last task.\n\n");
    page.append("| rows | executors | summing | garbage | reading | sending | else |\n");
    page.append("|---:|---:|---:|---:|---:|---:|---:|\n");
    for (long rows : sizes("step Spark summing")) {
      for (int executors = 1; executors <= 2; executors++) {
        page.append(String.format(Locale.ROOT, "| %,d | %d |", rows, executors));
        for (String part :
            List.of("summing", "collecting garbage", "reading tasks", "sending tasks", "else")) {
          page.append(" ").append(text("%.3f", value("step Spark " + part, rows, executors)));
          page.append(" |");
        }
        page.append("\n");
      }
    }
  }

  private void rest(StringBuilder page) {
    page.append(
        "\n## Scoring and a fit\n| what | one machine | Spark | ratio |\n|---|---:|---:|---:|\n");
    for (String[] cells : last.values()) {
      if (cells[0].equals("score Spark")) {
        long rows = Long.parseLong(cells[1]);
        line(
            page,
            String.format(Locale.ROOT, "rows scored per second and core, of %,d", rows),
            "score",
            "",
            rows,
            1,
            "%,.0f");
      }
      if (cells[0].equals("airline Spark NLL")) {
        long rows = Long.parseLong(cells[1]);
        line(page, "airline, BA-TGP, test NLL", "airline", " NLL", rows, 2, "%.4f");
        line(page, "airline, BA-TGP, seconds of the fit", "airline", " fit", rows, 2, "%.0f");
      }
    }
  }

  private void line(
      StringBuilder page,
      String title,
      String what,
      String part,
      long rows,
      int cores,
      String format) {
    double here = value(what + " one machine" + part, rows, cores);
    double there = value(what + " Spark" + part, rows, cores);
    page.append(
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %.4f |%n",
            title,
            text(format, here),
            text(format, there),
            there / here));
  }
}
