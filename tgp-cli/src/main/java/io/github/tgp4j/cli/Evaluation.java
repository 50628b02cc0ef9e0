package io.github.tgp4j.cli;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.cli.report.Verdict;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How one target of a model does on a table: scores of all rows, and the answer in words. */
final class Evaluation {
  private static final int MOST_ROWS = 200_000; // kept for the words; the scores are of all

  private static final Map<String, String> TITLES = titles();

  private final TargetEncoder target;
  private final boolean seen;
  private final Scores scores;
  private final List<HeldOut> kept = new ArrayList<>();
  private boolean discrete;
  private int keptRows;

  /**
   * Of no rows yet.
   *
   * @param seen whether the model was fitted to them
   */
  Evaluation(TargetEncoder target, boolean seen) {
    this.target = target;
    this.seen = seen;
    this.scores = new Scores(target.isClasses());
  }

  private static Map<String, String> titles() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("mae", "mean absolute error (MAE)");
    out.put("r2", "R², variation explained");
    out.put("accuracy", "accuracy");
    out.put("majority", "always the most frequent class");
    out.put("rmse", "RMSE");
    out.put("coverage95", "inside the 95% intervals");
    out.put("nll", "NLL");
    out.put("crps", "CRPS");
    return out;
  }

  void add(Prediction prediction, double[] y, Likelihood likelihood) {
    HeldOut held = scores.add(prediction, y, likelihood);
    discrete = likelihood.discrete();
    if (keptRows < MOST_ROWS) {
      kept.add(held);
      keptRows += y.length;
    }
  }

  Scores scores() {
    return scores;
  }

  Verdict verdict() {
    return Verdict.of(HeldOut.join(kept), discrete, seen);
  }

  private static String text(String name, double value) {
    return switch (name) {
      case "r2" -> Scores.twoDecimals(value);
      case "accuracy", "majority", "coverage95" -> Scores.percent(value);
      default -> Scores.text(value);
    };
  }

  /** The answer, then the scores by name. */
  String text(String data) {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(Locale.ROOT, "%s: %,d rows of %s%n", target.name(), scores.rows(), data));
    if (scores.rows() == 0) {
      return out.toString();
    }
    List<String> labels = target.isClasses() ? target.labels() : null;
    for (String sentence : verdict().sentences(target.name(), labels, "rows")) {
      out.append("  ").append(sentence).append(System.lineSeparator());
    }
    Map<String, Double> values = scores.asMap();
    TITLES.forEach(
        (name, title) -> {
          if (values.containsKey(name)) {
            String value = text(name, values.get(name));
            out.append(String.format(Locale.ROOT, "  %-30s %s%n", title, value));
          }
        });
    return out.toString();
  }
}
