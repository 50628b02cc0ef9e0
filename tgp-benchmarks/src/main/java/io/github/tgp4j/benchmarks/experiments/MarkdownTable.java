package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A table in Markdown, row by row. */
final class MarkdownTable {
  private final List<String> lines = new ArrayList<>();

  MarkdownTable(List<String> header) {
    lines.add(line(header));
    lines.add("|" + "---|".repeat(header.size()));
  }

  MarkdownTable(String... header) {
    this(Arrays.asList(header));
  }

  void add(List<String> cells) {
    lines.add(line(cells));
  }

  void add(String... cells) {
    add(Arrays.asList(cells));
  }

  /** {@code 2.48 ± 0.09}, with as many digits as are worth reading; empty for no values. */
  static String meanAndError(double[] values) {
    if (values.length == 0 || Double.isNaN(Statistics.mean(values))) {
      return "";
    }
    double mean = Statistics.mean(values);
    double error = Statistics.standardError(values);
    return number(mean) + (Double.isNaN(error) ? "" : " ± " + number(error, digits(mean)));
  }

  static String number(double value) {
    return Double.isNaN(value) ? "" : number(value, digits(value));
  }

  static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  private static int digits(double value) {
    double size = Math.abs(value);
    return size >= 20 ? 2 : size >= 0.2 ? 3 : size >= 0.01 ? 4 : 6;
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
