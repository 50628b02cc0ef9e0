package io.github.tgp4j.cli;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.model.Model;
import java.util.List;
import java.util.Map;

/**
 * What came of a fit.
 *
 * @param model fitted to all rows
 * @param recipe of the model
 * @param name of the recipe among the candidates
 * @param baseline name of the plain GP among the candidates; null where there was none
 * @param reason why this model
 * @param scores held-out NLL per candidate, empty without held-out rows
 * @param heldOut per candidate of the last round and target
 * @param curve of training
 * @param seconds for everything
 */
record FitOutcome(
    Model model,
    Recipe recipe,
    String name,
    String baseline,
    String reason,
    Map<String, Double> scores,
    Map<String, List<HeldOut>> heldOut,
    TrainingCurve curve,
    double seconds) {
  FitOutcome withReason(String other) {
    return new FitOutcome(model, recipe, name, baseline, other, scores, heldOut, curve, seconds);
  }
}
