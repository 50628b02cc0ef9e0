package io.github.tgp4j.spec;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.network.MlpShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A flow in the model language and, where its parameters depend on the input, the network that
 * gives them: {@code sal(1) @ mlp(25, tanh, dropout=0.5)}.
 *
 * @param network null when the parameters are the same for all inputs
 * @param all whether every parameter depends on the input; otherwise the sinh-arcsinh part, where
 *     the flow has one
 * @param shared whether one network gives the parameters of the flows of all classes
 */
public record FlowSpec(Flow flow, MlpShape network, boolean all, boolean shared) {
  public FlowSpec {
    Objects.requireNonNull(flow, "flow");
    if (shared && (network == null || !network.joint())) {
      throw new IllegalArgumentException(
          "flow " + flow + ": expected a joint network that flows share but got " + network);
    }
    if (network != null && flow.parameterCount() == 0) {
      throw new IllegalArgumentException(
          "flow " + flow + " has no parameters that a network could give; use sal(1) @ mlp(…)");
    }
  }

  /** A network of its own for each flow. */
  public FlowSpec(Flow flow, MlpShape network, boolean all) {
    this(flow, network, all, false);
  }

  /** A flow whose parameters are the same for all inputs. */
  public static FlowSpec of(Flow flow) {
    return new FlowSpec(flow, null, false);
  }

  /** Whether the network that gives the parameters has a distribution over its weights. */
  public boolean isBayesian() {
    return network != null && network.bayes();
  }

  /** Whether the parameters depend on the input. */
  public boolean dependsOnInput() {
    return network != null;
  }

  @Override
  public String toString() {
    if (network == null) {
      return flow.toString();
    }
    List<String> words = new ArrayList<>();
    if (shared) {
      words.add("shared");
    }
    if (all) {
      words.add("all");
    }
    return flow + " @ " + network.text(words.toArray(new String[0]));
  }
}
