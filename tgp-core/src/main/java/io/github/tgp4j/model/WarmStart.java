package io.github.tgp4j.model;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;

/** Takes over what an earlier fit of the same model has learnt. */
final class WarmStart {
  private final TgpModel earlier;

  WarmStart(TgpModel earlier) {
    this.earlier = earlier;
  }

  /** Sets all parameters and every q(v). */
  void apply(Parameters parameters, List<InducingPosterior> posteriors) {
    List<String> names = parameters.blocks().stream().map(Parameters.Block::name).toList();
    if (!names.equals(earlier.parameterNames())
        || posteriors.size() != earlier.posteriors().size()) {
      throw different(earlier.parameterNames() + " and " + earlier.posteriors().size(), names);
    }
    for (Parameters.Block block : parameters.blocks()) {
      double[] values = earlier.parameter(block.name());
      if (values.length != block.size()) {
        throw different(
            values.length + " values of " + block.name(), block.size() + " values of it");
      }
      parameters.set(block.name(), values);
    }
    List<InducingPosterior> had = earlier.posteriors();
    for (int l = 0; l < posteriors.size(); l++) {
      posteriors.get(l).copyFrom(rebuilt(had.get(l)));
    }
  }

  /** From what a file holds, so that a model that was read starts a fit with the same bits. */
  private static InducingPosterior rebuilt(InducingPosterior q) {
    if (!(q instanceof FullPosterior)) {
      return q;
    }
    Matrix deviation = Matrix.zeros(q.size(), q.size());
    q.deviation(deviation);
    return FullPosterior.ofDeviation(q.mean().clone(), deviation);
  }

  private static IllegalArgumentException different(Object had, Object has) {
    return new IllegalArgumentException(
        "start from a model: expected one of the same covariance, flow, likelihood and posterior but"
            + " got one with "
            + had
            + " where this has "
            + has);
  }
}
