package io.github.tgp4j.param;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Priors on parameters of a model by their names: the bound gains log p(θ) of each, so that
 * training ends at a maximum a posteriori. Immutable.
 *
 * <p>A prior is on every value of a parameter as the model uses it: on inputs and targets after
 * scaling, and after the constraint (a lengthscale, not its free value).
 */
public final class ParameterPriors {
  /** No priors. */
  public static final ParameterPriors NONE = new ParameterPriors(Map.of());

  private final Map<String, Prior> byName;

  private ParameterPriors(Map<String, Prior> byName) {
    this.byName = byName;
  }

  /** Those that the blocks of a model have. */
  public static ParameterPriors of(Parameters parameters) {
    Map<String, Prior> found = new LinkedHashMap<>();
    for (Parameters.Block block : parameters.blocks()) {
      if (block.prior() != null) {
        found.put(block.name(), block.prior());
      }
    }
    return new ParameterPriors(found);
  }

  /** The same with one more, or with another one for that parameter. */
  public ParameterPriors with(String parameter, Prior prior) {
    Map<String, Prior> more = new LinkedHashMap<>(byName);
    more.put(
        Objects.requireNonNull(parameter, "parameter"), Objects.requireNonNull(prior, "prior"));
    return new ParameterPriors(more);
  }

  /** The same with all of the other's. */
  public ParameterPriors with(ParameterPriors other) {
    Map<String, Prior> more = new LinkedHashMap<>(byName);
    more.putAll(other.byName);
    return new ParameterPriors(more);
  }

  public boolean isEmpty() {
    return byName.isEmpty();
  }

  /** The names, in the order in which they were given. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /**
   * Gives the parameters their priors.
   *
   * @throws IllegalArgumentException when a name is none of theirs, listing theirs, or when a prior
   *     has no density where its parameter starts
   */
  public void applyTo(Parameters parameters) {
    byName.forEach(parameters::setPrior);
  }

  /** The same for a model that has only some of the parameters. */
  public void applyWhereNamed(Parameters parameters) {
    List<String> there = parameters.blocks().stream().map(Parameters.Block::name).toList();
    byName.forEach(
        (name, prior) -> {
          if (there.contains(name)) {
            parameters.setPrior(name, prior);
          }
        });
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParameterPriors priors && priors.byName.equals(byName);
  }

  @Override
  public int hashCode() {
    return byName.hashCode();
  }

  /** The text of the model language that parses back to equal priors. */
  @Override
  public String toString() {
    return byName.entrySet().stream()
        .map(entry -> entry.getKey() + " ~ " + entry.getValue())
        .collect(Collectors.joining("; "));
  }
}
