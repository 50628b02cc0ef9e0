package io.github.tgp4j.model;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.forest.Forest;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingResult;
import java.util.List;

/**
 * Numbers or classes by many random trees, which {@link RandomTrees} grows. It has no GP: what
 * changes abruptly along an input, and rows that small differences tell apart, are what trees are
 * good at and what a GP needs many inducing points for.
 */
public final class ForestModel implements Model {
  private static final int BLOCK = 1024; // rows that one task predicts

  private final Forest forest;
  private final Likelihood likelihood;
  private final TrainingResult training;
  private final Parallelism parallelism;

  /**
   * Of given trees.
   *
   * @param likelihood that says what the target is
   */
  public ForestModel(Forest forest, Likelihood likelihood, TrainingResult training) {
    this(forest, likelihood, training, Parallelism.ALL);
  }

  private ForestModel(
      Forest forest, Likelihood likelihood, TrainingResult training, Parallelism parallelism) {
    this.forest = forest;
    this.likelihood = likelihood;
    this.training = training;
    this.parallelism = parallelism;
    if (likelihood.classes() != forest.classes()) {
      throw new IllegalArgumentException(
          "forest: expected a likelihood of "
              + forest.classes()
              + " classes but got "
              + likelihood);
    }
  }

  /** Its trees. */
  public Forest forest() {
    return forest;
  }

  @Override
  public int inputs() {
    return forest.trees().inputs();
  }

  @Override
  public List<Prediction> predictAll(Matrix x) {
    RowChecks.checkFinite("x", x);
    Distribution[] out = new Distribution[x.rows];
    parallelism.run(
        (x.rows + BLOCK - 1) / BLOCK,
        block -> {
          for (int i = block * BLOCK; i < Math.min(x.rows, (block + 1) * BLOCK); i++) {
            out[i] = forest.predict(x.data, x.at(i, 0));
          }
        });
    return List.of(Prediction.of(out));
  }

  @Override
  public ForestModel withParallelism(int threads) {
    return new ForestModel(forest, likelihood, training, Parallelism.of(threads));
  }

  @Override
  public Likelihood likelihood(int target) {
    return likelihood;
  }

  @Override
  public Scaling inputScaling() {
    return Scaling.none(inputs());
  }

  @Override
  public Scaling targetScaling() {
    return Scaling.none(1);
  }

  @Override
  public TrainingResult trainingResult() {
    return training;
  }

  @Override
  public String toString() {
    int count = forest.trees().count();
    return count + (count == 1 ? " random tree" : " random trees");
  }
}
