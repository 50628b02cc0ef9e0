package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/** The names that users gave to parts of their own. Not changed any more once others see it. */
final class PartRegister implements Parts.Register {
  final Map<String, Function<Arguments, ? extends Flow>> flows = new TreeMap<>();
  final Map<String, Parts.Bound<? extends Covariance>> covariances = new TreeMap<>();
  final Map<String, Function<Arguments, ? extends Likelihood>> likelihoods = new TreeMap<>();
  final Map<String, Parts.Bound<? extends MeanFunction>> means = new TreeMap<>();

  PartRegister copy() {
    PartRegister copy = new PartRegister();
    copy.flows.putAll(flows);
    copy.covariances.putAll(covariances);
    copy.likelihoods.putAll(likelihoods);
    copy.means.putAll(means);
    return copy;
  }

  @Override
  public void flow(String name, Function<Arguments, ? extends Flow> factory) {
    put("flow", name, factory, flows, FlowParser.ownNames());
  }

  @Override
  public void covariance(String name, Parts.Bound<? extends Covariance> factory) {
    put("covariance", name, factory, covariances, CovarianceParser.ownNames());
  }

  @Override
  public void likelihood(String name, Function<Arguments, ? extends Likelihood> factory) {
    put("likelihood", name, factory, likelihoods, LikelihoodParser.ownNames());
  }

  @Override
  public void mean(String name, Parts.Bound<? extends MeanFunction> factory) {
    put("mean function", name, factory, means, MeanParser.ownNames());
  }

  private static <T> void put(
      String what, String name, T factory, Map<String, T> into, Collection<String> own) {
    Objects.requireNonNull(factory, "factory");
    if (name == null || !name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
      throw new IllegalArgumentException(
          what
              + " name: expected lower-case letters, digits and single dashes, starting with a"
              + " letter, but got "
              + name);
    }
    if (own.contains(name)) {
      throw new IllegalArgumentException(
          what + " " + name + ": the name is one of the library's; choose another");
    }
    if (into.putIfAbsent(name, factory) != null) {
      throw new IllegalArgumentException(
          what + " " + name + ": the name is registered already; register it once");
    }
  }
}
