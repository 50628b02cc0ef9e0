package io.github.tgp4j.cli.report;

import java.util.List;

/**
 * What a page shows about one target of a fitted model: plain data, in the target's own units
 * unless said otherwise. A part that is null, or an empty list, is left out of the page.
 *
 * @param title what was fitted
 * @param subtitle one line below it
 * @param answer what to conclude, before anything else
 * @param inputs what drives the prediction, and how
 * @param checks how well it predicts, looked at closely
 * @param scores the same in numbers, beside other models
 * @param technical the theory
 * @param notes what was decided about the data
 */
public record Report(
    String title,
    String subtitle,
    Answer answer,
    Inputs inputs,
    Checks checks,
    Scores scores,
    Technical technical,
    List<String> notes) {

  public Report {
    notes = List.copyOf(notes);
  }

  /**
   * The first screen.
   *
   * @param conclusion one sentence
   * @param sentences what it rests on
   * @param tiles the same in numbers
   * @param warning what makes the answer doubtful, or null
   */
  public record Answer(
      Grade grade, String conclusion, List<String> sentences, List<Tile> tiles, String warning) {
    public Answer {
      sentences = List.copyOf(sentences);
      tiles = List.copyOf(tiles);
    }
  }

  /** A number with its name above and what to think of it below. */
  public record Tile(String name, String value, String remark) {}

  /**
   * What drives the prediction.
   *
   * @param importance null where no row has a known target
   * @param dependence what each input does, the most influential first
   * @param series predictions in the order of time, or null
   * @param whatIf the model for the page to compute with, or null
   */
  record Inputs(Importance importance, List<Dependence> dependence, Series series, WhatIf whatIf) {
    public Inputs {
      dependence = List.copyOf(dependence);
    }
  }

  /** How well it predicts. */
  public record Checks(
      Histogram histogram,
      Predicted predicted,
      Calibrated calibration,
      Classes classes,
      Worst worst) {}

  /** The theory. */
  public record Technical(
      List<Fact> facts, Training training, List<FlowPanel> flows, Latent latent) {
    public Technical {
      facts = List.copyOf(facts);
      flows = List.copyOf(flows);
    }
  }

  /**
   * What predictions lose when one input's values are shuffled between rows.
   *
   * @param names the most important first
   * @param error by how much the typical error (of classes: the share that is wrong) grows
   * @param nll by how much the NLL grows
   * @param clear whether the input matters beyond chance
   * @param classes whether the error is a share
   * @param rows what the rows are, and how many
   * @param inputs how many there are; more than the names where only the strongest were measured
   */
  public record Importance(
      List<String> names,
      double[] error,
      double[] nll,
      boolean[] clear,
      boolean classes,
      String rows,
      int inputs) {
    public Importance {
      names = List.copyOf(names);
    }
  }

  /**
   * Predictions in the order of time.
   *
   * @param seconds since 1970, in order
   * @param dense whether neighbours are close enough for a line between them
   */
  public record Series(
      String time,
      boolean dense,
      String target,
      double[] seconds,
      double[] observed,
      double[] median,
      double[] lower,
      double[] upper,
      String rows) {}

  /**
   * How often which values of the target occur.
   *
   * @param edges of the bins, one more than counts
   * @param beyond rows below the first and above the last edge
   */
  public record Histogram(String target, double[] edges, int[] counts, double median, int beyond) {}

  /**
   * The rows that were predicted worst, as a table.
   *
   * @param columns names
   * @param rows one text per column
   */
  public record Worst(List<String> columns, List<List<String>> rows, String summary) {
    public Worst {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }

  /** A small copy of a model that the page's script computes with. */
  record WhatIf(String target, WhatIfJson copy, List<Control> controls) {
    public WhatIf {
      controls = List.copyOf(controls);
    }
  }

  /**
   * A slider or a list of one input.
   *
   * @param labels of a category, or null
   * @param value where it starts; the number of a label
   * @param whole whether only whole numbers make sense
   * @param time whether values are seconds since 1970
   * @param year whether values are years
   */
  record Control(
      String input,
      List<String> labels,
      double least,
      double most,
      double value,
      boolean whole,
      boolean time,
      boolean year) {}

  /** A line of "what was fitted". */
  public record Fact(String label, String value) {}

  /**
   * The table of scores.
   *
   * @param columns what was measured
   * @param rows this model first
   * @param tried other models with their NLL alone, the best first
   * @param summary the comparison in a sentence or two
   */
  public record Scores(List<Measure> columns, List<Score> rows, List<Score> tried, String summary) {
    public Scores {
      tried = List.copyOf(tried);
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
      for (Score row : rows) {
        if (row.values().length != columns.size()) {
          throw new IllegalArgumentException(
              "scores of "
                  + row.model()
                  + ": expected "
                  + columns.size()
                  + ", one per column, but got "
                  + row.values().length);
        }
      }
    }
  }

  /** Which values of a measure are better: the smaller, the larger, or those near an aim. */
  public record Measure(String name, String meaning, Better better, double aim) {
    public static Measure smaller(String name, String meaning) {
      return new Measure(name, meaning, Better.SMALLER, Double.NaN);
    }

    public static Measure larger(String name, String meaning) {
      return new Measure(name, meaning, Better.LARGER, Double.NaN);
    }

    public static Measure near(String name, String meaning, double aim) {
      return new Measure(name, meaning, Better.NEAR, aim);
    }

    /** Smaller is better, whatever the measure. */
    double loss(double value) {
      return switch (better) {
        case SMALLER -> value;
        case LARGER -> -value;
        case NEAR -> Math.abs(value - aim);
      };
    }
  }

  /** The direction of a measure. */
  public enum Better {
    SMALLER,
    LARGER,
    NEAR
  }

  /**
   * One model's line in the table; NaN where a value is not known.
   *
   * @param spec the model in the model language, or empty
   */
  public record Score(String model, String spec, double[] values) {}

  /**
   * How training went.
   *
   * @param steps steps done at each point
   * @param bound the bound at each, NaN where not known
   * @param validation mean log density of held-out rows at each, NaN before the first; null for
   *     none
   */
  public record Training(double[] steps, double[] bound, double[] validation) {}

  /**
   * Predicted against observed.
   *
   * @param target its name
   * @param level probability of the intervals
   * @param rows what the rows are, and how many of how many: "300 of 1,000 held-out rows"
   */
  public record Predicted(
      String target,
      double[] observed,
      double[] median,
      double[] lower,
      double[] upper,
      double level,
      String rows) {}

  /**
   * Calibration of targets that are numbers.
   *
   * @param rows how many rows it was computed on
   * @param histogram share of PIT values in each of equal bins
   * @param levels nominal levels of central intervals
   * @param coverage share of rows inside, per level
   * @param inside share of rows inside their 95% interval, as everywhere on the page
   * @param trust what that means
   * @param baselineName the model compared with, or null
   * @param baseline its coverage, or null
   * @param discrete whether the PIT was randomised, as counts need
   */
  public record Calibrated(
      int rows,
      double[] histogram,
      double[] levels,
      double[] coverage,
      double inside,
      Verdict.Trust trust,
      String baselineName,
      double[] baseline,
      boolean discrete) {}

  /**
   * Forecasts of classes against what happened.
   *
   * @param labels the classes
   * @param confusion confusion[i][j]: rows of class i for which j was most probable
   * @param right rows by the probability of the most probable class, where that was right
   * @param wrong where it was wrong; in equal bins from 0 to 1, as {@code right}
   * @param reliability predicted probability against frequency
   * @param tests per class, one against all others
   * @param rows how many rows
   */
  public record Classes(
      List<String> labels,
      int[][] confusion,
      int[] right,
      int[] wrong,
      Reliability reliability,
      List<OneAgainstAll> tests,
      int rows) {
    public Classes {
      labels = List.copyOf(labels);
      tests = List.copyOf(tests);
    }
  }

  /**
   * Rows that would be called this class from each cut-off on.
   *
   * @param cuts cut-offs from 0 to 1, closer together near 0
   * @param hits rows of the class whose probability is at least the cut-off
   * @param alarms rows of other classes, the same way
   * @param curve false alarms and hits as shares, from none to all
   * @param area under the curve
   */
  public record OneAgainstAll(
      String label, double[] cuts, int[] hits, int[] alarms, Points curve, double area) {}

  /** Bins of predicted probabilities with the frequency in each and its 95% interval. */
  public record Reliability(
      double[] predicted, double[] frequency, double[] lower, double[] upper, int[] counts) {}

  /**
   * A learnt flow at one input, or one that is the same for all inputs.
   *
   * @param x the scale before the flow
   * @param mean G(x), the mean over draws of the network where there are some
   * @param lower 5% quantile over draws, null without
   * @param upper 95% quantile over draws, null without
   * @param marks means of q(f0) at some rows: where the flow is used
   * @param identity whether G(x) = x is a line worth comparing with
   */
  public record FlowPanel(
      String title,
      String xLabel,
      String yLabel,
      double[] x,
      double[] mean,
      double[] lower,
      double[] upper,
      double[] marks,
      boolean identity) {}

  /**
   * What one input does to the prediction, all else as in the data.
   *
   * @param input its name
   * @param output what is predicted: the target, or the probability of a class
   * @param grid the input's values, or null for a category
   * @param labels the input's categories, or null for a number
   * @param time whether the grid is seconds since 1970
   * @param year whether the values are years, which have no thousands
   * @param middle median, or mean probability of a class; NaN where there are no data
   * @param bands of increasing width
   * @param marks values of the input in the data: where the data are
   * @param flat whether it hardly moves the prediction
   * @param points observed inputs and targets, where this is the only input; or null
   */
  public record Dependence(
      String input,
      String output,
      double[] grid,
      List<String> labels,
      boolean time,
      boolean year,
      double[] middle,
      List<Band> bands,
      double[] marks,
      boolean flat,
      Points points) {
    public Dependence {
      bands = List.copyOf(bands);
      labels = labels == null ? null : List.copyOf(labels);
    }
  }

  /** Points of a chart. */
  public record Points(double[] x, double[] y) {}

  /** A band around a curve. */
  public record Band(String name, double[] lower, double[] upper) {}

  /**
   * q(f0) over sample rows, on the standardised scale.
   *
   * @param order what the rows are sorted by
   * @param names one per row, for pointing at
   */
  public record Latent(
      String order, List<String> names, double[] mean, double[] deviation, double[][] covariance) {
    public Latent {
      names = List.copyOf(names);
    }
  }
}
