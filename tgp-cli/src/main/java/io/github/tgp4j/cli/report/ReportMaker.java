package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.UnseenRows;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes a {@link Report} about one target of a fitted model from rows, held out or given.
 *
 * <pre>{@code
 * Report report =
 *     ReportMaker.of(model).title("Prices").target("price").inputs(columns)
 *         .baseline("plain GP", plain).make(x, y);
 * }</pre>
 *
 * <p>Large data are sampled, with a seed: a page shows hundreds of rows, not millions, and every
 * quantile of a mixture costs. What was sampled is said on the page.
 */
public final class ReportMaker {
  final Model model;
  final String calibrated; // how quantiles were, for people; empty where they were not
  String title;
  String subtitle = "";
  String targetName = "target";
  int target;
  List<String> labels;
  List<InputColumn> inputs = List.of();
  String baselineName = "plain GP";
  Model baseline;
  HeldOut heldOut;
  HeldOut heldOutBaseline;
  List<UnseenRows> unseenBaseline = List.of();
  List<UnseenRows> unseen = List.of();
  long[] numbers;
  String warning;
  Report.Training training;
  String rowsAre = "rows";
  boolean seen;
  int scoreRows = 20_000;
  long seed = 1;
  final List<Report.Fact> facts = new ArrayList<>();
  final List<Report.Score> candidates = new ArrayList<>();
  final List<String> notes = new ArrayList<>();

  private ReportMaker(Model model) {
    this.model = finite(model);
    this.calibrated =
        model instanceof BlendedModel blend && !blend.calibrations().isEmpty()
            ? blend.calibrations().get(0).describe()
            : "";
  }

  /** Charts need 95% intervals that end: where too few rows calibrated them, the model's own. */
  private static Model finite(Model model) {
    return model instanceof BlendedModel blend
            && blend.calibrations().stream().anyMatch(c -> c.largestInterval() < 0.95)
        ? blend.withCalibrations(List.of())
        : model;
  }

  public static ReportMaker of(Model model) {
    return new ReportMaker(model);
  }

  public ReportMaker title(String text) {
    title = text;
    return this;
  }

  public ReportMaker subtitle(String text) {
    subtitle = text;
    return this;
  }

  /** The only target. */
  public ReportMaker target(String name) {
    return target(name, 0);
  }

  /** One of several targets. */
  public ReportMaker target(String name, int index) {
    if (!(index >= 0 && index < model.targets())) {
      throw new IllegalArgumentException(
          "target " + name + ": expected an index below " + model.targets() + " but got " + index);
    }
    targetName = name;
    target = index;
    return this;
  }

  /** Names of the classes 0, 1, …; their codes unless given. */
  public ReportMaker labels(List<String> names) {
    labels = List.copyOf(names);
    return this;
  }

  /** The inputs as their owner knows them; x1, x2, … unless given. */
  public ReportMaker inputs(List<InputColumn> columns) {
    inputs = List.copyOf(columns);
    return this;
  }

  /** The model to compare with. */
  public ReportMaker baseline(String name, Model other) {
    baselineName = name;
    baseline = other;
    return this;
  }

  /**
   * Scores of the model on rows that its fit held out, in place of scores on the rows given.
   *
   * @param rows the same rows with the models that predicted them; empty where they are not known
   */
  public ReportMaker heldOut(HeldOut predictions, List<UnseenRows> rows) {
    heldOut = predictions;
    unseen = List.copyOf(rows);
    return this;
  }

  /** The numbers of the rows given, in their table, from 1. */
  public ReportMaker numbers(long[] rows) {
    numbers = rows;
    return this;
  }

  /** The rows given are those that the model was fitted to. */
  public ReportMaker seen() {
    seen = true;
    return this;
  }

  /** What makes the answer doubtful. */
  public ReportMaker warning(String text) {
    warning = text;
    return this;
  }

  /** The baseline on the same held-out rows, as {@link #heldOut}. */
  public ReportMaker heldOutBaseline(String name, HeldOut predictions, List<UnseenRows> rows) {
    baselineName = name;
    heldOutBaseline = predictions;
    unseenBaseline = List.copyOf(rows);
    return this;
  }

  /**
   * Another model that was considered, of which only the NLL on held-out rows is known.
   *
   * @param spec in the model language
   */
  public ReportMaker candidate(String name, String spec, double nll) {
    candidates.add(new Report.Score(name, spec, new double[] {nll}));
    return this;
  }

  public ReportMaker training(Report.Training curve) {
    training = curve;
    return this;
  }

  /** A line of "what was fitted". */
  public ReportMaker fact(String label, String value) {
    facts.add(new Report.Fact(label, value));
    return this;
  }

  /** A sentence for the end of the page. */
  public ReportMaker note(String text) {
    notes.add(text);
    return this;
  }

  /** What the rows are, after their number: "held-out rows". */
  public ReportMaker rowsAre(String text) {
    rowsAre = text;
    return this;
  }

  /** At most so many rows are scored, drawn at random. */
  public ReportMaker scoreRows(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("rows to score: expected at least 1 but got " + most);
    }
    scoreRows = most;
    return this;
  }

  public ReportMaker seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Computes it all.
   *
   * @param x encoded rows, at least one
   * @param y targets, NaN where missing; null where none is known
   */
  public Report make(Matrix x, double[] y) {
    Rows all = Rows.known(x, y, numbers);
    if (all.count() == 0) {
      throw new IllegalArgumentException(
          "report: expected rows with a known target but got none of " + x.rows);
    }
    return new ReportParts(this, all, columns(x.cols)).make();
  }

  List<String> classLabels() {
    int classes = model.likelihood(target).classes();
    if (classes == 0) {
      return null;
    }
    if (labels != null && labels.size() != classes) {
      throw new IllegalArgumentException(
          "labels: expected " + classes + ", one per class, but got " + labels.size());
    }
    return labels != null
        ? labels
        : IntStream.range(0, classes).mapToObj(Integer::toString).toList();
  }

  private List<InputColumn> columns(int count) {
    return inputs.isEmpty()
        ? IntStream.range(0, count).mapToObj(j -> InputColumn.number("x" + (j + 1), j)).toList()
        : inputs;
  }
}
