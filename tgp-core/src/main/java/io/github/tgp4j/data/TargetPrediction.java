package io.github.tgp4j.data;

import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Score;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.text.Names;
import java.util.List;
import java.util.Objects;

/**
 * What a model predicts of a table's target: the distribution of its numbers, or of its classes
 * with their labels.
 */
public final class TargetPrediction implements Prediction {
  private final TargetEncoder target;
  private final Prediction prediction;

  /** Of a target, and what was predicted of its numbers or class codes. */
  public TargetPrediction(TargetEncoder target, Prediction prediction) {
    this.target = Objects.requireNonNull(target, "target");
    this.prediction = Objects.requireNonNull(prediction, "prediction");
  }

  /** Name of the target's column. */
  public String name() {
    return target.name();
  }

  /** Labels of the classes, in the order of {@link #classProbabilities}; empty for numbers. */
  public List<String> labels() {
    return target.labels();
  }

  /** The label of the most probable class per row. */
  public String[] mostProbableLabel() {
    requireClasses();
    int[] classes = prediction.mostProbableClass();
    String[] out = new String[classes.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = labels().get(classes[i]);
    }
    return out;
  }

  /** P(Y = label) per row. */
  public double[] probability(String label) {
    requireClasses();
    int k = labels().indexOf(label);
    if (k < 0) {
      throw new IllegalArgumentException(
          "target " + name() + ": " + Names.unknown("class", label, labels()));
    }
    double[][] all = prediction.classProbabilities();
    double[] out = new double[all.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = all[i][k];
    }
    return out;
  }

  /** Labels of {@code count} draws per row: out[i][k]. */
  public String[][] sampleLabels(int count, long seed) {
    requireClasses();
    double[][] codes = prediction.sample(count, seed);
    String[][] out = new String[codes.length][count];
    for (int i = 0; i < out.length; i++) {
      for (int k = 0; k < count; k++) {
        out[i][k] = labels().get((int) codes[i][k]);
      }
    }
    return out;
  }

  private void requireClasses() {
    if (!target.isClasses()) {
      throw new IllegalStateException(
          "target " + name() + ": expected classes but it is numbers; ask for mean or quantiles");
    }
  }

  @Override
  public int rows() {
    return prediction.rows();
  }

  @Override
  public Distribution row(int i) {
    return prediction.row(i);
  }

  @Override
  public double[] mean() {
    return prediction.mean();
  }

  @Override
  public double[] variance() {
    return prediction.variance();
  }

  @Override
  public double[] standardDeviation() {
    return prediction.standardDeviation();
  }

  @Override
  public double[] quantile(double p) {
    return prediction.quantile(p);
  }

  @Override
  public double[][] quantiles(double... levels) {
    return prediction.quantiles(levels);
  }

  @Override
  public Summary summary(double... levels) {
    return prediction.summary(levels);
  }

  @Override
  public double[] logDensity(double[] y) {
    return prediction.logDensity(y);
  }

  @Override
  public double[] cdf(double[] y) {
    return prediction.cdf(y);
  }

  @Override
  public double[] crps(double[] y) {
    return prediction.crps(y);
  }

  @Override
  public Score score(double[] y) {
    return prediction.score(y);
  }

  @Override
  public double[][] classProbabilities() {
    return prediction.classProbabilities();
  }

  @Override
  public int[] mostProbableClass() {
    return prediction.mostProbableClass();
  }

  @Override
  public double[][] sample(int count, long seed) {
    return prediction.sample(count, seed);
  }

  @Override
  public double[] latentMean(int c) {
    return prediction.latentMean(c);
  }

  @Override
  public double[] latentVariance(int c) {
    return prediction.latentVariance(c);
  }

  @Override
  public String toString() {
    return name() + ": " + prediction.describe();
  }
}
