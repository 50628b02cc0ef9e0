package io.github.tgp4j.predict;

import io.github.tgp4j.compute.Parallelism;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Per row a blend of what several models predict; equations B1 to B3 in docs/equations.md. */
final class BlendedPrediction implements Prediction {
  private final List<Prediction> parts;
  private final double[] weights;
  private final Parallelism parallelism;

  BlendedPrediction(List<Prediction> parts, double[] weights, Parallelism parallelism) {
    this.parts = List.copyOf(parts);
    this.weights = weights.clone();
    this.parallelism = parallelism;
  }

  @Override
  public int rows() {
    return parts.get(0).rows();
  }

  @Override
  public BlendedDistribution row(int i) {
    List<Distribution> rows = new ArrayList<>(parts.size());
    for (Prediction part : parts) {
      rows.add(part.row(i));
    }
    return new BlendedDistribution(rows, weights);
  }

  @Override
  public void ready(int from, int to) {
    for (Prediction part : parts) {
      part.ready(from, to);
    }
  }

  @Override
  public double[] mean() {
    return average(Prediction::mean);
  }

  @Override
  public double[] variance() {
    double[][] means = each(Prediction::mean);
    double[][] variances = each(Prediction::variance);
    double[] out = new double[rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = BlendedDistribution.variance(column(means, i), column(variances, i), weights);
    }
    return out;
  }

  @Override
  public double[] standardDeviation() {
    double[] out = variance();
    for (int i = 0; i < out.length; i++) {
      out[i] = Math.sqrt(out[i]);
    }
    return out;
  }

  @Override
  public double[] cdf(double[] y) {
    double[] out = average(part -> part.cdf(y));
    for (int i = 0; i < out.length; i++) {
      out[i] = Math.min(1.0, out[i]);
    }
    return out;
  }

  @Override
  public double[] logDensity(double[] y) {
    double[][] logs = each(part -> part.logDensity(y));
    double[] out = new double[rows()];
    for (int i = 0; i < out.length; i++) {
      double most = Double.NEGATIVE_INFINITY;
      double[] at = column(logs, i);
      for (int k = 0; k < at.length; k++) {
        at[k] += Math.log(weights[k]);
        most = Math.max(most, at[k]);
      }
      out[i] = BlendedDistribution.logSum(at, most);
    }
    return out;
  }

  @Override
  public double[] quantile(double p) {
    return quantiles(p)[0];
  }

  @Override
  public double[][] quantiles(double... levels) {
    return EachRow.quantiles(this, parallelism, levels);
  }

  @Override
  public Summary summary(double... levels) {
    return EachRow.summary(this, parallelism, levels);
  }

  @Override
  public double[] crps(double[] y) {
    return EachRow.crps(this, parallelism, y);
  }

  @Override
  public double[][] classProbabilities() {
    double[][] out = null;
    for (int k = 0; k < weights.length; k++) {
      double[][] of = parts.get(k).classProbabilities();
      if (out == null) {
        out = new double[of.length][of.length == 0 ? 0 : of[0].length];
      }
      for (int i = 0; i < of.length; i++) {
        for (int c = 0; c < of[i].length; c++) {
          out[i][c] += weights[k] * of[i][c];
        }
      }
    }
    return out;
  }

  private double[][] each(Function<Prediction, double[]> of) {
    return parts.stream().map(of).toArray(double[][]::new);
  }

  private static double[] column(double[][] values, int i) {
    double[] out = new double[values.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = values[k][i];
    }
    return out;
  }

  private double[] average(Function<Prediction, double[]> of) {
    double[] out = new double[rows()];
    for (int k = 0; k < weights.length; k++) {
      double[] part = of.apply(parts.get(k));
      for (int i = 0; i < out.length; i++) {
        out[i] += weights[k] * part[i];
      }
    }
    return out;
  }

  @Override
  public String toString() {
    return describe();
  }
}
