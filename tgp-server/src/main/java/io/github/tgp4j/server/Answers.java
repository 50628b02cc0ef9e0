package io.github.tgp4j.server;

import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Summary;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Predictions as JSON, one object per row: {@code {"mean": 1.2, "sd": 0.3, "quantiles": {"0.05":
 * 0.7}}}, or {@code {"class": "a", "probabilities": {"a": 0.9}}}. With several targets, an object
 * of such by the targets' names.
 */
final class Answers {
  private final Questions questions;
  private final byte[][] levels; // "0.05":
  private final byte[][] names; // "price":
  private final List<byte[][]> labels = new ArrayList<>(); // "a": per target

  Answers(SavedModel saved, Questions questions) {
    this.questions = questions;
    double[] quantiles = questions.quantiles();
    levels = new byte[quantiles.length][];
    for (int k = 0; k < levels.length; k++) {
      levels[k] = key(Double.toString(quantiles[k]));
    }
    List<TargetEncoder> targets = saved.targets();
    names = targets.stream().map(t -> key(t.name())).toArray(byte[][]::new);
    for (TargetEncoder target : targets) {
      if (target.isClasses() && questions.density() > 0) {
        throw ApiException.badRequest(
            "density: "
                + target.name()
                + " has classes, which have no density but probabilities; leave it out");
      }
      labels.add(target.labels().stream().map(Answers::key).toArray(byte[][]::new));
    }
  }

  private static byte[] key(String name) {
    byte[] quoted = JsonBuffer.quoted(name);
    byte[] out = Arrays.copyOf(quoted, quoted.length + 1);
    out[quoted.length] = ':';
    return out;
  }

  /** Whether rows of several requests can be told about at once: draws have seeds of their own. */
  boolean canBeShared() {
    return questions.samples() == 0 && questions.density() == 0;
  }

  /** Whether the same is asked about every row. */
  boolean asksTheSame(Answers other) {
    return canBeShared()
        && other.canBeShared()
        && Arrays.equals(questions.quantiles(), other.questions.quantiles());
  }

  /** What is told about rows; computed once, written row by row. */
  Rows of(List<TargetPrediction> predictions, long firstRow) {
    List<Part> parts = new ArrayList<>();
    for (int o = 0; o < predictions.size(); o++) {
      parts.add(part(predictions.get(o), labels.get(o), firstRow));
    }
    return new Rows(parts);
  }

  private Part part(TargetPrediction prediction, byte[][] own, long firstRow) {
    long seed = questions.seed() + firstRow;
    if (own.length > 0) {
      String[][] drawn =
          questions.samples() > 0 ? prediction.sampleLabels(questions.samples(), seed) : null;
      return new Classes(
          prediction.mostProbableLabel(), prediction.classProbabilities(), own, drawn);
    }
    double[][] drawn =
        questions.samples() > 0 ? prediction.sample(questions.samples(), seed) : null;
    return new Numbers(prediction.summary(questions.quantiles()), prediction, drawn);
  }

  /** Answers about some rows. */
  final class Rows {
    private final List<Part> parts;

    private Rows(List<Part> parts) {
      this.parts = parts;
    }

    /** Appends one row's object. */
    void write(int row, JsonBuffer to) {
      if (parts.size() == 1) {
        parts.get(0).write(row, to);
        return;
      }
      to.raw('{');
      for (int o = 0; o < parts.size(); o++) {
        to.raw(o > 0 ? "," : "").raw(names[o]);
        parts.get(o).write(row, to);
      }
      to.raw('}');
    }
  }

  private interface Part {
    void write(int row, JsonBuffer to);
  }

  private final class Numbers implements Part {
    private final Summary summary;
    private final TargetPrediction prediction;
    private final double[][] samples;

    Numbers(Summary summary, TargetPrediction prediction, double[][] samples) {
      this.summary = summary;
      this.prediction = prediction;
      this.samples = samples;
    }

    @Override
    public void write(int row, JsonBuffer to) {
      to.raw("{\"mean\":").number(summary.mean()[row]);
      to.raw(",\"sd\":").number(summary.standardDeviation()[row]);
      to.raw(",\"quantiles\":{");
      for (int k = 0; k < levels.length; k++) {
        to.raw(k > 0 ? "," : "").raw(levels[k]).number(summary.quantiles()[k][row]);
      }
      to.raw('}');
      if (samples != null) {
        to.raw(",\"samples\":").numbers(samples[row]);
      }
      if (questions.density() > 0) {
        DensityGrid grid = DensityGrid.of(prediction.row(row), questions.density());
        to.raw(",\"density\":{\"y\":").numbers(grid.y()).raw(",\"p\":").numbers(grid.p()).raw('}');
      }
      to.raw('}');
    }
  }

  private static final class Classes implements Part {
    private final String[] likely;
    private final double[][] probabilities;
    private final byte[][] labels;
    private final String[][] samples;

    Classes(String[] likely, double[][] probabilities, byte[][] labels, String[][] samples) {
      this.likely = likely;
      this.probabilities = probabilities;
      this.labels = labels;
      this.samples = samples;
    }

    @Override
    public void write(int row, JsonBuffer to) {
      to.raw("{\"class\":").text(likely[row]).raw(",\"probabilities\":{");
      for (int k = 0; k < labels.length; k++) {
        to.raw(k > 0 ? "," : "").raw(labels[k]).number(probabilities[row][k]);
      }
      to.raw('}');
      if (samples != null) {
        to.raw(",\"samples\":[");
        for (int k = 0; k < samples[row].length; k++) {
          to.raw(k > 0 ? "," : "").text(samples[row][k]);
        }
        to.raw(']');
      }
      to.raw('}');
    }
  }

  /** A density on points that cover all but a thousandth of it. */
  record DensityGrid(double[] y, double[] p) {
    private static final double TAIL = 0.001;

    static DensityGrid of(Distribution row, int points) {
      return row.ask(
          distribution -> {
            double from = distribution.quantile(TAIL);
            double to = distribution.quantile(1 - TAIL);
            if (!(Double.isFinite(from) && Double.isFinite(to))) {
              return new DensityGrid(new double[0], new double[0]);
            }
            double step = (to - from) / (points - 1);
            if (distribution.discrete()) {
              step = Math.max(1, Math.ceil(step));
            }
            int count = step > 0 ? (int) Math.min(points, Math.floor((to - from) / step + 1.5)) : 1;
            double[] y = new double[count];
            double[] p = new double[count];
            for (int k = 0; k < count; k++) {
              y[k] = from + k * step;
              p[k] = Math.exp(distribution.logDensity(y[k]));
            }
            return new DensityGrid(y, p);
          });
    }
  }

  /** A list of sentences as JSON. */
  static byte[] sentences(List<String> texts) {
    return JsonText.of(texts).getBytes(StandardCharsets.UTF_8);
  }
}
