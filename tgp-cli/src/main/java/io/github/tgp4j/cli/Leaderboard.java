package io.github.tgp4j.cli;

import com.google.gson.annotations.SerializedName;
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

  private record Column(String title, ToDoubleFunction<Row> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("typical error", row -> number(row.mae())),
          new Column("R²", row -> number(row.r2())),
          new Column("accuracy", row -> number(row.accuracy())),
          new Column("NLL", row -> number(row.nll())),
          new Column("RMSE", row -> number(row.rmse())),
          new Column("CRPS", row -> number(row.crps())),
          new Column("coverage95", row -> number(row.coverage95())),
          new Column("fit s", Row::fitSeconds),
          new Column("predict s", Row::predictSeconds));

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
      shown.forEach(column -> line.add(cell(of, column.value())));
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

  private static String cell(List<Row> rows, ToDoubleFunction<Row> value) {
    double mean = mean(rows, value);
    if (rows.size() < 2) {
      return number(mean, 4);
    }
    double squares =
        rows.stream().mapToDouble(row -> Math.pow(value.applyAsDouble(row) - mean, 2)).sum();
    double error = Math.sqrt(squares / (rows.size() - 1) / rows.size());
    return number(mean, 4) + " ± " + number(error, 2);
  }

  /** So many digits, more where they are before the point. */
  static String number(double value, int digits) {
    boolean large = Math.abs(value) >= 1000 && Math.abs(value) < 1e12;
    return String.format(Locale.ROOT, large ? "%,.0f" : "%." + digits + "g", value);
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
