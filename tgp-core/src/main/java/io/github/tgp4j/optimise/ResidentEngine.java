package io.github.tgp4j.optimise;

import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;

/** An engine that can take whole stochastic steps where its rows are. */
public interface ResidentEngine extends Engine {
  /**
   * What the steps move.
   *
   * @param naturalGradients whether every q(v) follows its natural gradient
   * @param adam whose moments are those of the parameters
   */
  record Moved(
      Bound bound,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      boolean naturalGradients,
      Adam adam) {}

  /** The steps of such a model, at the state that is here; null where it must go step by step. */
  Resident resident(Moved moved);
}
