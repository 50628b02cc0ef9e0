package io.github.tgp4j.spec;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.BernoulliLikelihood;
import io.github.tgp4j.likelihood.BetaLikelihood;
import io.github.tgp4j.likelihood.CategoricalLikelihood;
import io.github.tgp4j.likelihood.CumulativeLink;
import io.github.tgp4j.likelihood.GammaLikelihood;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.LaplaceLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.NegativeBinomialLikelihood;
import io.github.tgp4j.likelihood.OneLatentLikelihood;
import io.github.tgp4j.likelihood.OrdinalLikelihood;
import io.github.tgp4j.likelihood.PoissonLikelihood;
import io.github.tgp4j.likelihood.RateLink;
import io.github.tgp4j.likelihood.RobustGaussianLikelihood;
import io.github.tgp4j.likelihood.StudentTLikelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.likelihood.VolatilityLikelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.network.MlpShape;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads likelihoods.
 *
 * <pre>
 *   likelihood = name [ arguments ] | "warped" "(" chain [ "," "censor" "=" number ] ")"
 *   arguments of gaussian, student-t and laplace: [ "noise" "=" "gp" | "noise" "@" "mlp" arguments ]
 * </pre>
 */
final class LikelihoodParser {
  private static final String WARPED = "warped";
  private static final String NOISE = "noise";
  private static final Map<String, Function<Arguments, Likelihood>> FACTORIES = new TreeMap<>();

  static {
    FACTORIES.put("gaussian", LikelihoodParser::gaussian);
    FACTORIES.put("laplace", a -> withNoise(new LaplaceLikelihood(), a));
    FACTORIES.put("student-t", a -> withNoise(studentT(a), a));
    FACTORIES.put("bernoulli", a -> new BernoulliLikelihood(cumulative(a, "probit", "logit")));
    FACTORIES.put("categorical", a -> new CategoricalLikelihood(a.wholeNumber("classes")));
    FACTORIES.put("poisson", a -> new PoissonLikelihood(rate(a)));
    FACTORIES.put("negative-binomial", a -> new NegativeBinomialLikelihood(rate(a)));
    FACTORIES.put("gamma", a -> new GammaLikelihood(rate(a)));
    FACTORIES.put("beta", a -> new BetaLikelihood(cumulative(a, "logit", "probit")));
    FACTORIES.put(
        "ordinal",
        a -> new OrdinalLikelihood(a.wholeNumber("classes"), cumulative(a, "probit", "logit")));
    FACTORIES.put("volatility", a -> new VolatilityLikelihood());
  }

  private LikelihoodParser() {}

  static Likelihood parse(String text) {
    SpecReader reader = new SpecReader(text);
    int column = reader.column();
    String name = reader.name("the name of a likelihood");
    if (name.equals(WARPED)) {
      return warped(reader, column);
    }
    Function<Arguments, ? extends Likelihood> factory = factory(reader, name, column);
    Arguments arguments = reader.arguments(name);
    Likelihood likelihood =
        reader.located(column, () -> reader.made("likelihood", name, factory.apply(arguments)));
    arguments.done();
    reader.expectEnd();
    return likelihood;
  }

  private static Function<Arguments, ? extends Likelihood> factory(
      SpecReader reader, String name, int column) {
    Function<Arguments, ? extends Likelihood> factory = FACTORIES.get(name);
    if (factory == null) {
      factory = RegisteredParts.find(parts -> parts.likelihoods, name);
    }
    if (factory == null) {
      TreeSet<String> known = new TreeSet<>(ownNames());
      known.addAll(RegisteredParts.names(parts -> parts.likelihoods));
      throw reader.unknown("likelihood", "registerLikelihood", name, known, column);
    }
    return factory;
  }

  /** The names of the library's own likelihoods. */
  static Set<String> ownNames() {
    Set<String> names = new TreeSet<>(FACTORIES.keySet());
    names.add(WARPED);
    return names;
  }

  /**
   * The likelihood itself, or with a scale that depends on the input where the text asks for it.
   */
  private static Likelihood withNoise(OneLatentLikelihood base, Arguments arguments) {
    MlpShape network = arguments.network(NOISE);
    if (network != null) {
      return VaryingNoiseLikelihood.byNetwork(base, network);
    }
    return arguments.namedWord(NOISE, "gp") == null ? base : VaryingNoiseLikelihood.byProcess(base);
  }

  private static Likelihood gaussian(Arguments arguments) {
    Likelihood plain = withNoise(new GaussianLikelihood(), arguments);
    if (plain.latents() > 1) {
      return plain;
    }
    Map<String, double[]> losses = arguments.takeNamed();
    if (losses.isEmpty()) {
      return plain;
    }
    double[] beta = losses.get("beta");
    double[] gamma = losses.get("gamma");
    double[] power = beta == null ? gamma : beta;
    if (losses.size() > 1 || power == null || power.length != 1) {
      throw new IllegalArgumentException(
          "gaussian: expected beta or gamma, one number, but got "
              + String.join(", ", losses.keySet()));
    }
    return beta == null
        ? RobustGaussianLikelihood.gamma(power[0])
        : RobustGaussianLikelihood.beta(power[0]);
  }

  private static Likelihood warped(SpecReader reader, int column) {
    reader.expect('(');
    Flow warp = new FlowParser(reader).chain();
    if (!reader.take(',')) {
      reader.expect(')');
      reader.expectEnd();
      return reader.located(column, () -> new WarpedLikelihood(warp));
    }
    int optionColumn = reader.column();
    String option = reader.name("censor=…");
    if (!option.equals("censor")) {
      throw reader.error("warped: no argument is called " + option, optionColumn);
    }
    reader.expect('=');
    double limit = reader.number();
    reader.expect(')');
    reader.expectEnd();
    return reader.located(optionColumn, () -> WarpedLikelihood.censored(warp, limit));
  }

  private static OneLatentLikelihood studentT(Arguments arguments) {
    double degrees = arguments.number("degrees of freedom", 4.0);
    return arguments.takeWord("learnt")
        ? StudentTLikelihood.learnt(degrees)
        : StudentTLikelihood.of(degrees);
  }

  private static RateLink rate(Arguments arguments) {
    return RateLink.valueOf(
        arguments.word("link", "exp", "softplus", "identity").toUpperCase(Locale.ROOT));
  }

  private static CumulativeLink cumulative(Arguments arguments, String... links) {
    return CumulativeLink.valueOf(arguments.word("link", links).toUpperCase(Locale.ROOT));
  }
}
