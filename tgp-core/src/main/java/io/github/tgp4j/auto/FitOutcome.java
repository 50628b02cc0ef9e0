package io.github.tgp4j.auto;

import io.github.tgp4j.io.SavedModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of a fit.
 *
 * @param saved the model fitted to all rows, with all that a file needs
 * @param recipe of the model
 * @param comparison with the other candidates
 * @param seconds for everything
 */
public record FitOutcome(SavedModel saved, Recipe recipe, Comparison comparison, double seconds) {
  /**
   * How the candidates did on held-out rows; empty maps where none were held out.
   *
   * @param name of the chosen recipe among the candidates
   * @param baseline name of the plain GP among the candidates; null where there was none
   * @param reason why this model
   * @param scores held-out NLL per candidate
   * @param heldOut per candidate of the last round and target
   * @param failures why candidates could not be fitted, or were not tried, by their names
   */
  public record Comparison(
      String name,
      String baseline,
      String reason,
      Map<String, Double> scores,
      Map<String, List<HeldOut>> heldOut,
      Map<String, String> failures) {
    /** Of a model that was not compared with others. */
    static Comparison none(String name, String reason) {
      return new Comparison(name, null, reason, Map.of(), Map.of(), Map.of());
    }

    Comparison withReason(String other) {
      return new Comparison(name, baseline, other, scores, heldOut, failures);
    }
  }

  /** Name of the chosen recipe among the candidates. */
  public String name() {
    return comparison.name();
  }

  /** The same with other words about why this model was chosen. */
  public FitOutcome withReason(String reason) {
    Map<String, String> settings = new LinkedHashMap<>(saved.provenance().settings());
    settings.put("reason", reason);
    return new FitOutcome(
        new SavedModel(
            saved.model(),
            saved.encoder(),
            saved.targets(),
            saved.provenance().withSettings(settings)),
        recipe,
        comparison.withReason(reason),
        seconds);
  }
}
