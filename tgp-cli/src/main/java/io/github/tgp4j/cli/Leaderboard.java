package io.github.tgp4j.cli;

import com.google.gson.annotations.SerializedName;
import io.github.tgp4j.auto.Scores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Scores of several models over several splits, and the table of their means. */
final class Leaderboard {
  /** One model on one split. */
  record Row(
      String data,
      String model,
      int split,
      @SerializedName("n_train") long trainingRows,
      @SerializedName("n_test") long testRows,
      Double nll,
      Double rmse,
      Double mae,
      Double r2,
      Double crps,
      Double coverage95,
      Double accuracy,
      @SerializedName("fit_seconds") double fitSeconds,
      @SerializedName("predict_seconds") double predictSeconds,
      int steps,
      String recipe,
      String failure,
      Map<String, String> settings) {
    /** Of a model that could not be fitted or scored. */
    static Row failed(String data, String model, int split, String why) {
      return new Row(
          data, model, split, 0, 0, null, null, null, null, null, null, null, 0.0, 0.0, 0, null,
          why, null);
    }

    /** With what decided the result, so that a later run can tell whether it is the same. */
    Row with(Map<String, String> madeWith) {
      return new Row(
          data,
          model,
          split,
          trainingRows,
          testRows,
          nll,
          rmse,
          mae,
          r2,
          crps,
          coverage95,
          accuracy,
          fitSeconds,
          predictSeconds,
          steps,
          recipe,
          failure,
          madeWith);
    }

    boolean isFailed() {
      return failure != null;
    }
  }

  /** A mean and its error as text, which decide together how many digits make sense. */
  private interface Style {
    String text(double mean, double error);
  }

  private record Column(String title, ToDoubleFunction<Row> value, Style style) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("typical error", row -> number(row.mae()), Leaderboard::score),
          new Column("R²", row -> number(row.r2()), Leaderboard::twoDecimals),
          new Column("accuracy", row -> number(row.accuracy()), Leaderboard::share),
          new Column("NLL", row -> number(row.nll()), Leaderboard::score),
          new Column("RMSE", row -> number(row.rmse()), Leaderboard::score),
          new Column("CRPS", row -> number(row.crps()), Leaderboard::score),
          new Column("inside 95%", row -> number(row.coverage95()), Leaderboard::share),
          new Column("fit s", Row::fitSeconds, Leaderboard::twoDecimals),
          new Column("predict s", Row::predictSeconds, Leaderboard::twoDecimals));

  private Leaderboard() {}

  private static double number(Double value) {
    return value == null ? Double.NaN : value;
  }

  /** Best first by mean NLL; mean ± standard error over splits; then what failed, and why. */
  static String table(List<Row> all) {
    List<Row> rows = all.stream().filter(row -> !row.isFailed()).toList();
    Map<String, List<Row>> byModel = new LinkedHashMap<>();
    rows.forEach(row -> byModel.computeIfAbsent(row.model(), m -> new ArrayList<>()).add(row));
    List<List<Row>> sorted = new ArrayList<>(byModel.values());
    sorted.sort(Comparator.comparingDouble(of -> mean(of, row -> number(row.nll()))));
    List<Column> shown =
        COLUMNS.stream()
            .filter(c -> rows.stream().anyMatch(row -> !Double.isNaN(c.value().applyAsDouble(row))))
            .toList();
    List<List<String>> cells = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("model", "splits"));
    shown.forEach(column -> head.add(column.title()));
    cells.add(head);
    for (List<Row> of : sorted) {
      String model = of.get(0).model();
      long asked = all.stream().filter(row -> row.model().equals(model)).count();
      String splits = of.size() == asked ? "" + asked : of.size() + " of " + asked;
      List<String> line = new ArrayList<>(List.of(ModelNames.of(model), splits));
      shown.forEach(column -> line.add(cell(of, column)));
      cells.add(line);
    }
    StringBuilder out = new StringBuilder(align(cells));
    for (Row row : all) {
      if (row.isFailed()) {
        out.append(
            String.format(
                Locale.ROOT,
                "failed: %s, split %d: %s%n",
                ModelNames.of(row.model()),
                row.split(),
                row.failure()));
      }
    }
    return out.toString();
  }

  private static double mean(List<Row> rows, ToDoubleFunction<Row> value) {
    return rows.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /** The mean over the splits; with two or more, ± its standard error. */
  private static String cell(List<Row> rows, Column column) {
    double mean = mean(rows, column.value());
    double squares =
        rows.stream()
            .mapToDouble(row -> Math.pow(column.value().applyAsDouble(row) - mean, 2))
            .sum();
    double error = Math.sqrt(squares / (rows.size() - 1) / rows.size()); // NaN for one split
    return column.style().text(mean, error);
  }

  /** The error has as many decimals as the mean. */
  private static String score(double mean, double error) {
    String text = Scores.text(mean);
    int point = text.indexOf('.');
    boolean power = text.indexOf('e') >= 0;
    int decimals = point < 0 ? 0 : text.length() - point - 1;
    return with(text, error, power ? "%.1g" : "%,." + decimals + "f");
  }

  private static String twoDecimals(double mean, double error) {
    return with(Scores.twoDecimals(mean), error, "%.2f");
  }

  private static String share(double mean, double error) {
    return with(Scores.percent(mean), 100 * error, "%.0f%%");
  }

  private static String with(String mean, double error, String format) {
    return Double.isNaN(error) ? mean : mean + " ± " + String.format(Locale.ROOT, format, error);
  }

  /** The first column to the left, the others to the right. */
  static String align(List<List<String>> cells) {
    StringBuilder out = new StringBuilder();
    for (List<String> line : cells) {
      for (int c = 0; c < line.size(); c++) {
        int column = c;
        int width = cells.stream().mapToInt(l -> l.get(column).length()).max().orElse(0);
        String format = c == 0 ? "%-" + width + "s" : "  %" + width + "s";
        out.append(String.format(Locale.ROOT, format, line.get(c)));
      }
      out.append(System.lineSeparator());
    }
    return out.toString();
  }
}
