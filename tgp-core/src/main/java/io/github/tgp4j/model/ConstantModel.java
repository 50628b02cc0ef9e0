package io.github.tgp4j.model;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.ClassFrequencies;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.KernelDensity;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Support;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The forecast that knows the targets but not the inputs: the same distribution for every row. What
 * a model must beat, and in a blend what keeps surprises from being impossible.
 */
public final class ConstantModel implements Model {
  private final int inputs;
  private final List<Distribution> distributions;
  private final List<Likelihood> likelihoods;

  /**
   * Of given distributions, one per target: {@link KernelDensity} or {@link ClassFrequencies}.
   *
   * @param likelihoods that say what the targets are
   */
  public ConstantModel(
      int inputs, List<? extends Distribution> distributions, List<Likelihood> likelihoods) {
    this.inputs = inputs;
    this.distributions = List.copyOf(distributions);
    this.likelihoods = List.copyOf(likelihoods);
    for (int o = 0; o < likelihoods.size(); o++) {
      if (likelihoods.size() != distributions.size()
          || likelihoods.get(o).classes() != distributions.get(o).classes()) {
        throw new IllegalArgumentException(
            "constant model: expected distributions of what the likelihoods are of but got "
                + distributions
                + " and "
                + likelihoods);
      }
    }
  }

  /**
   * Fits the targets of some rows.
   *
   * @param likelihood what they are
   */
  public static ConstantModel fit(RowStore rows, Likelihood likelihood) {
    List<Distribution> out = new ArrayList<>();
    for (double[] y : rows.allTargets()) {
      out.add(likelihood.classes() > 0 ? ClassFrequencies.of(y, likelihood.classes()) : density(y));
    }
    return new ConstantModel(rows.inputs(), out, Collections.nCopies(out.size(), likelihood));
  }

  private static KernelDensity density(double[] y) {
    Support support = Support.of(y);
    return KernelDensity.of(y, support.lower(), support.upper());
  }

  /** The distribution of one target. */
  public Distribution distribution(int target) {
    return distributions.get(target);
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int targets() {
    return distributions.size();
  }

  @Override
  public List<Prediction> predictAll(Matrix x) {
    RowChecks.checkFinite("x", x);
    return distributions.stream()
        .map(distribution -> Prediction.of(Collections.nCopies(x.rows, distribution)))
        .toList();
  }

  @Override
  public ConstantModel withParallelism(int threads) {
    return this;
  }

  @Override
  public Likelihood likelihood(int target) {
    return likelihoods.get(target);
  }

  @Override
  public Scaling inputScaling() {
    return Scaling.none(inputs);
  }

  @Override
  public Scaling targetScaling() {
    return Scaling.none(targets());
  }

  @Override
  public TrainingResult trainingResult() {
    return new TrainingResult(0, Double.NaN, Double.NaN, 0, 0.0, 0L, Ended.CONVERGED, List.of());
  }

  @Override
  public String toString() {
    return "the same distribution for every row";
  }
}
