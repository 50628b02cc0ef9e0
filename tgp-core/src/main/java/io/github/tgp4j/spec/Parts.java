package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import java.util.function.Function;

/**
 * Names for flows, covariances, likelihoods and mean functions of your own, found by {@link
 * java.util.ServiceLoader}: with them on the class path every program, the {@code tgp} command
 * included, reads model files that use them.
 *
 * <pre>{@code
 * public final class MyParts implements Parts {
 *   public void register(Register register) {
 *     register.flow("cubic", arguments -> new CubicFlow());
 *     register.covariance("cauchy", (inputs, arguments) -> new CauchyCovariance(inputs));
 *   }
 * }
 * }</pre>
 *
 * <p>The class needs a public constructor without arguments and a line in {@code
 * META-INF/services/io.github.tgp4j.spec.Parts}, or {@code provides} in a module descriptor. The
 * text of a part must be its name with the arguments that make an equal part again: {@code
 * "cubic"}.
 */
public interface Parts {
  /** Gives every part its name. */
  void register(Register register);

  /** Where names are given; each method refuses a name that is taken or that cannot be read. */
  interface Register {
    /** A flow by a name. */
    void flow(String name, Function<Arguments, ? extends Flow> factory);

    /**
     * A covariance by a name. Starting values in its text, such as {@code lengthscale=2}, reach a
     * {@link io.github.tgp4j.covariance.BasicCovariance} by themselves.
     */
    void covariance(String name, Bound<? extends Covariance> factory);

    /** A likelihood by a name. */
    void likelihood(String name, Function<Arguments, ? extends Likelihood> factory);

    /** A mean function by a name. */
    void mean(String name, Bound<? extends MeanFunction> factory);
  }

  /** Makes a part of so many inputs from what stood in parentheses behind its name. */
  @FunctionalInterface
  interface Bound<T> {
    /** Asks for every argument that it understands; others are refused afterwards. */
    T make(int inputs, Arguments arguments);
  }
}
