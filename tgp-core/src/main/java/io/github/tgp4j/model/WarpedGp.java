package io.github.tgp4j.model;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.exact.ExactWarpedGp;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.FlowInitialiser;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.spec.CovarianceSpec;
import io.github.tgp4j.spec.MeanSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The exact warped GP for up to 3000 rows, and without a warp the exact GP: no inducing points to
 * choose, nothing approximate. Parameters maximise the evidence, by a quasi-Newton method, from the
 * warp's own start and from one that Gaussianises the targets; the better is kept.
 *
 * <pre>{@code
 * TgpModel model = WarpedGp.builder().warp("sal(1) > softplus").fit(x, y);
 * }</pre>
 *
 * <p>The fitted model is that of {@link Tgp}, with the data as inducing inputs and the q(u) at
 * which the sparse bound is the evidence.
 */
public final class WarpedGp extends FitBuilder<WarpedGp> {
  private static final int MOST_ROWS = 3000;

  private ParameterPriors priors = ParameterPriors.NONE;
  private CovarianceSpec covariance = CovarianceSpec.of("rbf");
  private MeanSpec mean = MeanSpec.of("zero");
  private Flow warp = Flows.identity();
  private int steps = 300;

  private WarpedGp() {}

  /** An exact GP with an RBF covariance and no warp, until told otherwise. */
  public static WarpedGp builder() {
    return new WarpedGp();
  }

  /** Covariance in the model language. */
  public WarpedGp covariance(String text) {
    covariance = CovarianceSpec.of(text);
    return this;
  }

  /** A covariance of as many inputs as the data have. */
  public WarpedGp covariance(Covariance value) {
    covariance = CovarianceSpec.of(value);
    return this;
  }

  /** A covariance made for the number of inputs: {@code Covariances::matern52}. */
  public WarpedGp covariance(IntFunction<? extends Covariance> factory) {
    covariance = CovarianceSpec.of(factory);
    return this;
  }

  /**
   * A prior on every value of a parameter, by its name in the fitted model: {@code
   * prior("covariance.lengthscales", Priors.logNormal(0.7, 1))}. Values are those of scaled inputs
   * and targets.
   */
  public WarpedGp prior(String parameter, Prior prior) {
    priors = priors.with(parameter, prior);
    return this;
  }

  /** Priors in the model language: {@code "covariance.lengthscales ~ lognormal(0.7, 1)"}. */
  public WarpedGp priors(String text) {
    priors = priors.with(Specs.priors(text));
    return this;
  }

  /** Mean function on the latent scale: {@code "zero"}, {@code "constant"} or {@code "linear"}. */
  public WarpedGp mean(String text) {
    mean = MeanSpec.of(text);
    return this;
  }

  /** A mean function that suits the number of inputs of the data. */
  public WarpedGp mean(MeanFunction value) {
    mean = MeanSpec.of(value);
    return this;
  }

  /** A mean function made for the number of inputs: {@code LinearMean::new}. */
  public WarpedGp mean(IntFunction<? extends MeanFunction> factory) {
    mean = MeanSpec.of(factory);
    return this;
  }

  /** The map from the latent scale to y's, in the flows' language. */
  public WarpedGp warp(String text) {
    warp = Specs.flow(text);
    return this;
  }

  /** The map from the latent scale to the scale of y. */
  public WarpedGp warp(Flow value) {
    warp = Objects.requireNonNull(value, "warp");
    return this;
  }

  /** Quasi-Newton steps at most, per start. */
  public WarpedGp steps(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("steps: expected at least 1 but got " + count);
    }
    steps = count;
    return this;
  }

  public TgpModel fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), y);
  }

  /**
   * Fits one target.
   *
   * @throws IllegalArgumentException on more than 3000 rows, or targets outside the warp's range;
   *     those on its edge need the censoring of {@link Tgp#warp(String, double)}
   */
  public TgpModel fit(Matrix x, double[] y) {
    TrainingControl control = newControl();
    Likelihood likelihood =
        warp instanceof IdentityFlow ? new GaussianLikelihood() : new WarpedLikelihood(warp);
    SmallData.requireFew(x, MOST_ROWS, "exact GP");
    SmallData data = SmallData.of(x, y, likelihood, inputScale);
    Covariance k = covariance.bind(x.cols);
    MeanFunction meanFunction = mean.bind(x.cols);
    Architecture architecture =
        new Architecture(
            x.cols,
            List.of(new Architecture.Group(k, meanFunction, x.rows, 1)),
            List.of(new Architecture.Output(likelihood, List.of(Flows.identity()))));
    ExactWarpedGp evidence = new ExactWarpedGp(architecture, data.x(), data.y());
    Parameters parameters = architecture.newParameters(List.of(data.x()));
    priors.applyTo(parameters);
    parameters.setTrainable(name -> name.startsWith("inducing"), false);
    Parameters other = parameters.copy();
    int starts = warp.parameterCount() > 0 ? 2 : 1;
    EvidenceClimb climb = new EvidenceClimb(evidence, x.rows, steps, starts, control);
    climb.from(parameters);
    if (starts == 2) {
      double[] theta = FlowInitialiser.fromData(warp, data.y()).theta();
      other.setFrom(architecture.likelihoodAt(0) + 1, theta); // behind the noise variance
      climb.from(other);
    }
    TrainingResult result = climb.result();
    Parameters best = climb.best();
    return new TgpModel(
        data.inputs(),
        data.targets(),
        architecture,
        best,
        List.of(evidence.posterior(best.value())),
        result,
        0);
  }
}
