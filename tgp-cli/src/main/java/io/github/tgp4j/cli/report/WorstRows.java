package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.HeldOut;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The rows that a model predicts worst: where to look for errors in the data, or what it misses.
 */
final class WorstRows {
  private static final int SHOWN = 8;
  private static final int INPUTS = 5;

  private final Judged judged;
  private final String target;
  private final List<String> labels;
  private final List<InputSteps> order;

  /**
   * Of judged rows.
   *
   * @param labels of the classes; null for numbers
   * @param order the inputs, the most important first
   */
  WorstRows(Judged judged, String target, List<String> labels, List<InputSteps> order) {
    this.judged = judged;
    this.target = target;
    this.labels = labels;
    this.order = judged.hasInputs() ? order.stream().limit(INPUTS).toList() : List.of();
  }

  Report.Worst find() {
    HeldOut held = judged.held();
    IntToDoubleFunction loss =
        labels != null
            ? i -> -held.classes()[i][(int) held.y()[i]]
            : i -> Math.abs(held.y()[i] - held.median()[i]);
    int[] worst =
        IntStream.range(0, judged.count())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -loss.applyAsDouble(i)))
            .limit(SHOWN)
            .mapToInt(Integer::intValue)
            .toArray();
    List<List<String>> rows = new ArrayList<>();
    for (int i : worst) {
      rows.add(row(i));
    }
    return new Report.Worst(columns(), rows, summary());
  }

  private List<String> columns() {
    List<String> out = new ArrayList<>();
    if (judged.hasNumbers()) {
      out.add("row");
    }
    out.add(target);
    out.addAll(
        labels != null
            ? List.of("predicted", "probability of what was observed")
            : List.of("predicted", "95% interval"));
    order.forEach(input -> out.add(input.input.name()));
    return out;
  }

  private List<String> row(int i) {
    HeldOut held = judged.held();
    List<String> out = new ArrayList<>();
    if (judged.hasNumbers()) {
      out.add(judged.number(i));
    }
    if (labels != null) {
      double[] p = held.classes()[i];
      int said = 0;
      for (int k = 1; k < p.length; k++) {
        said = p[k] > p[said] ? k : said;
      }
      out.add(labels.get((int) held.y()[i]));
      out.add(labels.get(said) + " (" + VerdictText.whole(p[said]) + ")");
      out.add(VerdictText.whole(p[(int) held.y()[i]]));
    } else {
      out.add(Numbers.value(held.y()[i]));
      out.add(Numbers.text(held.median()[i]));
      out.add(Numbers.text(held.lower()[i]) + " to " + Numbers.text(held.upper()[i]));
    }
    order.forEach(input -> out.add(input.value(judged.rows(), i)));
    return out;
  }

  private String summary() {
    String which =
        labels != null
            ? "Rows whose observed class was given the lowest probability."
            : "Rows whose observed value is furthest from the predicted median.";
    return which
        + " Look here first for mistakes in the data, and for what the inputs do not tell the"
        + " model.";
  }
}
