package io.github.tgp4j.auto;

import io.github.tgp4j.io.SavedModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What came of a fit.
 *
 * @param saved the model fitted to all rows, with all that a file needs
 * @param parts the models that predict together, by falling weight; one where it is no blend
 * @param comparison with the other candidates
 * @param unseen the held-out rows in the order of the comparison's, with models that have not seen
 *     them, by the candidate's name: of what was chosen and of the baseline; empty where none were
 *     held out
 * @param seconds for everything
 */
public record FitOutcome(
    SavedModel saved,
    List<Part> parts,
    Comparison comparison,
    Map<String, List<UnseenRows>> unseen,
    double seconds) {
  public FitOutcome {
    parts = List.copyOf(parts);
    unseen = Map.copyOf(unseen);
  }

  /**
   * One of the models of a blend, or the only one.
   *
   * @param name among the candidates
   * @param weight the weights have the sum 1
   */
  public record Part(String name, Recipe recipe, double weight) {
    /** The weight for people: {@code 62%}, {@code 0.05%}. */
    public String percent() {
      return String.format(Locale.ROOT, weight < 0.005 ? "%.1g%%" : "%.0f%%", 100 * weight);
    }
  }

  /** Of the model, or of the part with the largest weight. */
  public Recipe recipe() {
    return parts.get(0).recipe();
  }

  /** What was fitted, in words. */
  public String describe() {
    return describe(parts);
  }

  static String describe(List<Part> parts) {
    if (parts.size() == 1) {
      return parts.get(0).recipe().describe();
    }
    StringJoiner text = new StringJoiner("; ", "blend of ", "");
    for (Part part : parts) {
      text.add(part.percent() + " " + part.name() + " (" + part.recipe().describe() + ")");
    }
    return text.toString();
  }

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

  /** The held-out rows with models of one candidate that have not seen them; empty if unknown. */
  public List<UnseenRows> unseen(String candidate) {
    return unseen.getOrDefault(candidate, List.of());
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
        parts,
        comparison.withReason(reason),
        unseen,
        seconds);
  }
}
