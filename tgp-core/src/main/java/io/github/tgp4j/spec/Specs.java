package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.param.ParameterPriors;
import java.util.function.Function;

/**
 * The model language: text to objects. Objects print the text that they parse from, so text →
 * object → text is the identity up to spacing.
 *
 * <pre>{@code
 * Specs.covariance("matern52 + periodic(period=24)[0]", 3)
 * Specs.flow("sal(2) > softplus")
 * Specs.likelihood("student-t(4)")
 * }</pre>
 *
 * <p>Parts of your own get names here, for this process, or by a {@link Parts} service, for every
 * process that has it on its class path.
 */
public final class Specs {
  private Specs() {}

  /**
   * A covariance of {@code inputs} inputs.
   *
   * @throws SpecException showing the column of what is wrong
   */
  public static Covariance covariance(String text, int inputs) {
    return new CovarianceParser(text, inputs).parse();
  }

  /**
   * Checks the text of a covariance as far as that is possible before the number of inputs is
   * known.
   */
  public static void checkCovariance(String text) {
    new CovarianceParser(text, 1).unbound();
  }

  /** A flow. */
  public static Flow flow(String text) {
    return new FlowParser(text).parse();
  }

  /** A flow, with a network behind an "@" where its parameters depend on the input. */
  public static FlowSpec flowSpec(String text) {
    return new FlowParser(text).parseWithNetwork();
  }

  /** A likelihood. */
  public static Likelihood likelihood(String text) {
    return LikelihoodParser.parse(text);
  }

  /** A divergence: kl, kl(weight) or renyi(order). */
  public static Divergence divergence(String text) {
    return DivergenceParser.parse(text);
  }

  /**
   * Priors on parameters by their names: {@code "covariance.lengthscales ~ lognormal(0.7, 1);
   * likelihood.noise-variance ~ gamma(2, 10)"}.
   */
  public static ParameterPriors priors(String text) {
    return PriorParser.parse(text);
  }

  /** A flow that is not marginal: t-process(4) or conditioned-flow(8). */
  public static ProcessSpec process(String text) {
    return ProcessSpec.parse(text);
  }

  /** A mean function: zero, constant or linear. */
  public static MeanFunction mean(String text, int inputs) {
    return new MeanParser(text).bind(inputs);
  }

  /** Checks the text of a mean function as far as that is possible before the inputs are known. */
  public static void checkMean(String text) {
    new MeanParser(text);
  }

  /**
   * Gives a flow of your own a name in the model language.
   *
   * @param name lower-case letters, digits and dashes; also how the flow's text begins
   * @param factory makes the flow from what stands in parentheses behind the name
   * @throws IllegalArgumentException when the name is taken or cannot be read
   */
  public static void registerFlow(String name, Function<Arguments, ? extends Flow> factory) {
    RegisteredParts.register(register -> register.flow(name, factory));
  }

  /**
   * Gives a covariance of your own a name in the model language.
   *
   * @param name lower-case letters, digits and dashes; also how the covariance's text begins
   * @param factory makes it for a number of inputs
   * @throws IllegalArgumentException when the name is taken or cannot be read
   */
  public static void registerCovariance(String name, Parts.Bound<? extends Covariance> factory) {
    RegisteredParts.register(register -> register.covariance(name, factory));
  }

  /**
   * Gives a likelihood of your own a name in the model language.
   *
   * @param name lower-case letters, digits and dashes; also how the likelihood's text begins
   * @param factory makes it from what stands in parentheses behind the name
   * @throws IllegalArgumentException when the name is taken or cannot be read
   */
  public static void registerLikelihood(
      String name, Function<Arguments, ? extends Likelihood> factory) {
    RegisteredParts.register(register -> register.likelihood(name, factory));
  }

  /**
   * Gives a mean function of your own a name in the model language.
   *
   * @param name lower-case letters, digits and dashes; also how the mean function's text begins
   * @param factory makes it for a number of inputs
   * @throws IllegalArgumentException when the name is taken or cannot be read
   */
  public static void registerMean(String name, Parts.Bound<? extends MeanFunction> factory) {
    RegisteredParts.register(register -> register.mean(name, factory));
  }
}
