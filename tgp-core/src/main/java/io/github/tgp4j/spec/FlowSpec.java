package io.github.tgp4j.spec;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.network.MlpShape;
import java.util.Objects;

/**
 * A flow in the model language and, where its parameters depend on the input, the network that
 * gives them: {@code sal(1) @ mlp(25, tanh, dropout=0.5)}.
 *
 * @param network null when the parameters are the same for all inputs
 * @param all whether every parameter depends on the input; otherwise the sinh-arcsinh part, where
 *     the flow has one
 */
public record FlowSpec(Flow flow, MlpShape network, boolean all) {
  public FlowSpec {
    Objects.requireNonNull(flow, "flow");
    if (network != null && flow.parameterCount() == 0) {
      throw new IllegalArgumentException(
          "flow " + flow + " has no parameters that a network could give; use sal(1) @ mlp(…)");
    }
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
    return flow + " @ " + (all ? network.text("all") : network);
  }
}
