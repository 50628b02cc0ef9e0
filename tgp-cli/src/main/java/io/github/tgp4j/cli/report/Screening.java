package io.github.tgp4j.cli.report;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.ConstantModel;
import io.github.tgp4j.model.ForestModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The inputs that move a model most, by a coarse look at its latent function, where there are too
 * many for a close look at each.
 */
final class Screening {
  private static final int ROWS = 8;
  private static final int[] QUARTERS = {0, 1, 2, 4};

  private final Model model;
  private final int target;
  private final Rows rows;

  Screening(Model model, int target, Rows rows, long seed) {
    this.model = withInputs(model);
    this.target = target;
    this.rows = rows.sample(ROWS, seed);
  }

  /** The heaviest part of a blend that looks at its inputs. */
  private static Model withInputs(Model model) {
    if (model instanceof BlendedModel blend) {
      return blend.parts().stream()
          .map(BlendedModel.Part::model)
          .filter(part -> !(part instanceof ConstantModel))
          .findFirst()
          .orElse(blend.main());
    }
    return model;
  }

  /** All of them where they are few; else the strongest, in their own order. */
  List<InputSteps> strongest(List<InputSteps> inputs, int most) {
    if (inputs.size() <= most) {
      return inputs;
    }
    if (model instanceof ConstantModel) {
      return inputs.subList(0, most);
    }
    record Ranked(InputSteps input, double range) {}
    List<Ranked> all = new ArrayList<>();
    for (InputSteps input : inputs) {
      all.add(new Ranked(input, input.count() > 1 ? range(input) : 0));
    }
    all.sort(Comparator.comparingDouble(Ranked::range).reversed());
    List<InputSteps> chosen = all.stream().limit(most).map(Ranked::input).toList();
    return inputs.stream().filter(chosen::contains).toList();
  }

  /** How far the mean latent function moves, the largest over latents. */
  private double range(InputSteps input) {
    int last = input.count() - 1;
    Matrix moved = Matrix.zeros(QUARTERS.length * rows.count(), rows.x().cols);
    for (int k = 0; k < QUARTERS.length; k++) {
      for (int i = 0; i < rows.count(); i++) {
        int at = moved.at(k * rows.count() + i, 0);
        System.arraycopy(rows.x().data, rows.x().at(i, 0), moved.data, at, moved.cols);
        input.write(QUARTERS[k] * last / 4, moved.data, at);
      }
    }
    double[] latent = latent(model.predictAll(moved).get(target));
    double[] means = new double[QUARTERS.length];
    for (int k = 0; k < means.length; k++) {
      int from = k * rows.count();
      means[k] = Arrays.stream(latent, from, from + rows.count()).average().orElse(0);
    }
    return Arrays.stream(means).max().orElse(0) - Arrays.stream(means).min().orElse(0);
  }

  /** Trees have no latent function: the mean or the first class's probability stands for it. */
  private double[] latent(Prediction prediction) {
    if (!(model instanceof ForestModel)) {
      return prediction.latentMean(0);
    }
    return model.likelihood(target).classes() == 0
        ? prediction.mean()
        : Arrays.stream(prediction.classProbabilities()).mapToDouble(p -> p[0]).toArray();
  }
}
