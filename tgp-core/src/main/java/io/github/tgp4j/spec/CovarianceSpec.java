package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.Covariance;
import java.util.Objects;
import java.util.function.IntFunction;

/** A covariance whose number of inputs is not known yet, from a text, an object or a factory. */
public final class CovarianceSpec {
  private final IntFunction<? extends Covariance> factory;

  private CovarianceSpec(IntFunction<? extends Covariance> factory) {
    this.factory = factory;
  }

  /** In the model language: {@code "matern52 + periodic(period=24)"}. */
  public static CovarianceSpec of(String text) {
    Objects.requireNonNull(text, "covariance");
    Specs.checkCovariance(text); // fail now, not when it is bound
    return new CovarianceSpec(inputs -> Specs.covariance(text, inputs));
  }

  /** One covariance, of as many inputs as it has. */
  public static CovarianceSpec of(Covariance covariance) {
    Objects.requireNonNull(covariance, "covariance");
    return new CovarianceSpec(inputs -> covariance);
  }

  /** Made when the number of inputs is known. */
  public static CovarianceSpec of(IntFunction<? extends Covariance> factory) {
    return new CovarianceSpec(Objects.requireNonNull(factory, "covariance"));
  }

  /** The covariance of so many inputs. */
  public Covariance bind(int inputs) {
    Covariance covariance = factory.apply(inputs);
    if (covariance == null || covariance.inputs() != inputs) {
      throw new IllegalArgumentException(
          "covariance: expected one of "
              + inputs
              + " inputs, as many as the data have, but got "
              + (covariance == null ? "null" : covariance + " of " + covariance.inputs())
              + "; give a text, or a factory such as inputs -> Covariances.rbf(inputs)");
    }
    return covariance;
  }
}
