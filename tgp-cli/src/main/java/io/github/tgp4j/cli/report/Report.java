package io.github.tgp4j.cli.report;

import java.util.List;

/**
 * What a page about a fitted model shows: plain data, in the target's own units unless said
 * otherwise. A part that is null, or an empty list, is left out of the page.
 *
 * @param title what was fitted
 * @param subtitle one line below it
 * @param facts data, model, choices, version
 * @param scores how well, against other models
 * @param training how training went, one curve or none
 * @param predicted predicted against observed, for targets that are numbers
 * @param calibration whether probabilities mean what they say, for numbers
 * @param classes the same for classes
 * @param flows the learnt flow or warp
 * @param dependence what each input does, the most influential first
 * @param latent q(f0) over sample rows
 * @param notes what was decided about the data
 */
public record Report(
    String title,
    String subtitle,
    List<Fact> facts,
    Scores scores,
    Training training,
    Predicted predicted,
    Calibrated calibration,
    Classes classes,
    List<FlowPanel> flows,
    List<Dependence> dependence,
    Latent latent,
    List<String> notes) {

  public Report {
    facts = List.copyOf(facts);
    flows = List.copyOf(flows);
    dependence = List.copyOf(dependence);
    notes = List.copyOf(notes);
  }

  /** A line of "what was fitted". */
  public record Fact(String label, String value) {}

  /**
   * The table of scores.
   *
   * @param columns what was measured
   * @param rows this model first
   * @param summary the comparison in a sentence or two
   */
  public record Scores(List<Measure> columns, List<Score> rows, String summary) {
    public Scores {
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

  /** One model's line in the table; NaN where a value is not known. */
  public record Score(String model, double[] values) {}

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
   * @param baselineName the model compared with, or null
   * @param baseline its coverage, or null
   * @param discrete whether the PIT was randomised, as counts need
   */
  public record Calibrated(
      int rows,
      double[] histogram,
      double[] levels,
      double[] coverage,
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
   * @param rows how many rows
   */
  public record Classes(
      List<String> labels,
      int[][] confusion,
      int[] right,
      int[] wrong,
      Reliability reliability,
      int rows) {
    public Classes {
      labels = List.copyOf(labels);
    }
  }

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
   * @param middle median, or mean probability of a class
   * @param bands of increasing width
   * @param marks quantiles of the input in the data: where the data are
   */
  public record Dependence(
      String input,
      String output,
      double[] grid,
      List<String> labels,
      boolean time,
      double[] middle,
      List<Band> bands,
      double[] marks) {
    public Dependence {
      bands = List.copyOf(bands);
      labels = labels == null ? null : List.copyOf(labels);
    }
  }

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
