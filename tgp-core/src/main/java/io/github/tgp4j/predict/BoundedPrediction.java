package io.github.tgp4j.predict;

import io.github.tgp4j.compute.Parallelism;
import java.util.Arrays;

/** Per row what a model predicts, kept within a support; equation B7 in docs/equations.md. */
final class BoundedPrediction implements DerivedPrediction {
  private final Prediction of;
  private final Support support;
  private final Parallelism parallelism;
  private volatile BoundedDistribution.Mass[] known; // per row; null until they are needed

  BoundedPrediction(Prediction of, Support support, Parallelism parallelism) {
    this.of = of;
    this.support = support;
    this.parallelism = parallelism;
  }

  @Override
  public Prediction of() {
    return of;
  }

  /** Racing threads compute equal ones. */
  private BoundedDistribution.Mass[] mass() {
    if (known == null) {
      double[] below = support.hasLimit() ? new double[rows()] : of.cdf(all(support.lower()));
      double[] upTo = Double.isInfinite(support.upper()) ? all(1.0) : of.cdf(all(support.upper()));
      BoundedDistribution.Mass[] out = new BoundedDistribution.Mass[rows()];
      Arrays.setAll(out, i -> new BoundedDistribution.Mass(below[i], Math.max(below[i], upTo[i])));
      known = out;
    }
    return known;
  }

  private double[] all(double value) {
    double[] out = new double[rows()];
    Arrays.fill(out, value);
    return out;
  }

  @Override
  public Distribution row(int i) {
    BoundedDistribution.Mass[] mass = known;
    return new BoundedDistribution(of.row(i), support, mass == null ? null : mass[i]);
  }

  @Override
  public double[] cdf(double[] y) {
    Levels.targets(y, rows());
    double[] out =
        of.cdf(Arrays.stream(y).map(v -> BoundedDistribution.asked(support, v)).toArray());
    BoundedDistribution.Mass[] mass = mass();
    Arrays.setAll(out, i -> BoundedDistribution.cdf(support, y[i], out[i], mass[i]));
    return out;
  }

  @Override
  public double[] logDensity(double[] y) {
    double[] own = of.logDensity(y);
    double[] atLimit = atLimit();
    BoundedDistribution.Mass[] mass = mass();
    Arrays.setAll(
        own, i -> BoundedDistribution.logDensity(support, y[i], own[i], atLimit[i], mass[i]));
    return own;
  }

  private double[] atLimit() {
    return support.hasLimit() ? of.cdf(all(support.limit())) : new double[rows()];
  }

  @Override
  public double[] mean() {
    return EachRow.values(this, parallelism, Distribution::mean);
  }

  @Override
  public double[] variance() {
    return EachRow.values(this, parallelism, Distribution::variance);
  }

  @Override
  public double[] standardDeviation() {
    return Arrays.stream(variance()).map(Math::sqrt).toArray();
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
  public String toString() {
    return describe();
  }
}
