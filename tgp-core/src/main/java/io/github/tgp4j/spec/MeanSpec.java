package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.MeanFunction;
import java.util.Objects;
import java.util.function.IntFunction;

/** A mean function whose number of inputs is not known yet, from a text, an object or a factory. */
public final class MeanSpec {
  private final IntFunction<? extends MeanFunction> factory;

  private MeanSpec(IntFunction<? extends MeanFunction> factory) {
    this.factory = factory;
  }

  /** In the model language: {@code "zero"}, {@code "constant"}, {@code "linear"}. */
  public static MeanSpec of(String text) {
    Objects.requireNonNull(text, "mean");
    Specs.checkMean(text); // fail now, not when it is bound
    return new MeanSpec(inputs -> Specs.mean(text, inputs));
  }

  /** One mean function; it must suit the number of inputs of the data. */
  public static MeanSpec of(MeanFunction mean) {
    Objects.requireNonNull(mean, "mean");
    return new MeanSpec(inputs -> mean);
  }

  /** Made when the number of inputs is known. */
  public static MeanSpec of(IntFunction<? extends MeanFunction> factory) {
    return new MeanSpec(Objects.requireNonNull(factory, "mean"));
  }

  /** The mean function of so many inputs. */
  public MeanFunction bind(int inputs) {
    MeanFunction mean = factory.apply(inputs);
    return Objects.requireNonNull(mean, "mean: its factory gave null");
  }
}
