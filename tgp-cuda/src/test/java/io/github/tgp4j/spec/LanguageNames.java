package io.github.tgp4j.spec;

import java.util.Collection;

/** The names of the language's own parts, for tests that must know all of them. */
public final class LanguageNames {
  private LanguageNames() {}

  public static Collection<String> flows() {
    return FlowParser.ownNames();
  }

  public static Collection<String> likelihoods() {
    return LikelihoodParser.ownNames();
  }

  public static Collection<String> covariances() {
    return CovarianceParser.ownNames();
  }

  public static Collection<String> means() {
    return MeanParser.ownNames();
  }
}
