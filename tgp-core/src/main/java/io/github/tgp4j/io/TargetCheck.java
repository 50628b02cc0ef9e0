package io.github.tgp4j.io;

import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.rows.Scaling;

/** Whether a model and what its file says of the targets fit together. */
final class TargetCheck {
  private TargetCheck() {}

  /**
   * Checks labels against likelihoods, and that classes are not scaled.
   *
   * @throws ModelFileException when they do not fit: predictions would fail later
   */
  static void check(SavedModel saved) {
    for (int t = 0; t < saved.model().targets(); t++) {
      int classes = saved.model().likelihood(t).classes();
      if (!saved.targets().isEmpty()) {
        checkLabels(saved.targets().get(t), classes, saved.model().likelihood(t).toString());
      }
      Scaling scaling = saved.model().targetScaling();
      if (classes > 0 && (scaling.shift()[t] != 0.0 || scaling.scale()[t] != 1.0)) {
        throw new ModelFileException(
            "target "
                + t
                + ": expected classes as they are, shift 0 and scale 1, but got shift "
                + scaling.shift()[t]
                + " and scale "
                + scaling.scale()[t]);
      }
    }
  }

  private static void checkLabels(TargetEncoder target, int classes, String likelihood) {
    if (target.labels().size() != classes) {
      throw new ModelFileException(
          "target "
              + target.name()
              + ": expected "
              + (classes == 0 ? "numbers" : classes + " classes")
              + ", as its likelihood "
              + likelihood
              + " has, but got "
              + (target.isClasses() ? target.labels().size() + " labels" : "numbers"));
    }
  }
}
