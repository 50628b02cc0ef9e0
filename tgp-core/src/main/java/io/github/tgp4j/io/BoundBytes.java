package io.github.tgp4j.io;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import java.util.ArrayList;
import java.util.List;

/**
 * A bound as bytes, for whoever computes its sums elsewhere: the model as a file holds it. What
 * changes from step to step, its nodes and its objective travel as a {@link
 * io.github.tgp4j.engine.State}, which the bound that was read has to load before it accumulates.
 */
public final class BoundBytes {
  private BoundBytes() {}

  /**
   * The model of a bound.
   *
   * @throws IllegalArgumentException when it is not that of a transformed GP
   * @throws ModelFileException when the model has parts without a text
   */
  public static byte[] of(Bound bound) {
    if (!(bound instanceof Elbo elbo)) {
      throw new IllegalArgumentException(
          "bound: expected that of a transformed GP but got a "
              + bound.getClass().getSimpleName()
              + ", which is trained on one machine only");
    }
    TrainingResult none = new TrainingResult(0, 0.0, 0.0, 0, 0.0, 0, Ended.STEPS, List.of());
    Architecture architecture = elbo.architecture();
    return ModelFile.toBytes(
        new TgpModel(
            Scaling.none(architecture.inputs()),
            Scaling.none(architecture.outputs().size()),
            architecture,
            elbo.parameters(),
            elbo.posteriors(),
            none,
            0));
  }

  /** A bound of the same model, whose work one thread does. */
  public static Bound read(byte[] bytes) {
    TgpModel model = (TgpModel) ModelFile.fromBytes(bytes).model();
    Architecture architecture = model.architecture();
    List<Matrix> z = new ArrayList<>();
    for (Architecture.Group group : architecture.groups()) {
      z.add(Matrix.zeros(group.inducing(), architecture.inputs()));
    }
    List<Nodes> nodes = new ArrayList<>();
    for (Architecture.Output output : architecture.outputs()) {
      nodes.add(Nodes.forLatents(output.processes(), 1, 0)); // until a state has others
    }
    return new Elbo(
        architecture,
        architecture.newParameters(z), // whose values a state has
        model.posteriors(),
        nodes,
        new Workers(1));
  }
}
