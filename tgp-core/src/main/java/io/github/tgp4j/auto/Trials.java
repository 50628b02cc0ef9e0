package io.github.tgp4j.auto;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The trials of a search, round by round, and what follows from them. */
final class Trials {
  static final String NO_TIME = "not tried: the time limit left no time";
  static final String BEHIND = "not tried: the first of its kind is clearly worse than others";

  private final List<Candidate> candidates; // the first is the baseline
  private final Map<String, Double> scores = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();
  private List<Trial> before = List.of();
  private List<Trial> trials = new ArrayList<>();

  private record Trial(Candidate candidate, TrialResult result) {
    double loss() {
      return result.loss();
    }
  }

  Trials(List<Candidate> candidates) {
    this.candidates = candidates;
  }

  void beginRound() {
    before = trials;
    trials = new ArrayList<>();
  }

  void add(Candidate candidate, TrialResult result) {
    trials.add(new Trial(candidate, result));
    scores.put(candidate.name(), result.loss());
    if (result.failure() == null) {
      failures.remove(candidate.name()); // it may have failed with less effort
    } else {
      failures.put(candidate.name(), result.failure());
    }
  }

  /**
   * There is no time for the rest of this round. Its trials had more effort than those of the round
   * before, so that one round must do: the last that is complete, or the first.
   */
  void endEarly(List<Candidate> alive) {
    if (!before.isEmpty()) {
      trials = before;
      return;
    }
    for (Candidate candidate : alive) {
      if (!scores.containsKey(candidate.name())) {
        failures.put(candidate.name(), NO_TIME);
      }
    }
  }

  private List<Trial> sorted() {
    return trials.stream().sorted(Comparator.comparingDouble(Trial::loss)).toList();
  }

  /** The better half, and the baseline in any case: it is what the others are measured by. */
  List<Candidate> survivors() {
    List<Trial> sorted = sorted();
    List<Candidate> out = new ArrayList<>();
    for (int i = 0; i < (sorted.size() + 1) / 2; i++) {
      out.add(sorted.get(i).candidate);
    }
    if (!out.contains(candidates.get(0))) {
      out.add(candidates.get(0));
    }
    return out;
  }

  /** The decision, by the trials of the last round. */
  ModelSearch.Choice choice(Candidate.Effort effort) {
    Candidate plain = candidates.get(0);
    if (trials.isEmpty()) {
      String reason = plain.name() + ": the time limit left none to try others";
      return new ModelSearch.Choice(plain, reason, Map.of(), Map.of(), failures, effort);
    }
    List<Trial> sorted = sorted();
    Trial best = sorted.get(0);
    Trial baseline = sorted.stream().filter(t -> t.candidate == plain).findFirst().orElseThrow();
    if (best.loss() == Double.POSITIVE_INFINITY) {
      throw new ArithmeticException(allFailed());
    }
    Trial chosen = clearlyBetter(best.result, baseline.result) ? best : baseline;
    Map<String, List<HeldOut>> heldOut = new LinkedHashMap<>();
    for (Trial trial : sorted) {
      if (trial.result.heldOut().stream().allMatch(HeldOut::isComplete)) {
        heldOut.put(trial.candidate.name(), trial.result.heldOut());
      }
    }
    return new ModelSearch.Choice(
        chosen.candidate,
        reason(chosen, best, baseline),
        Collections.unmodifiableMap(scores),
        Collections.unmodifiableMap(heldOut),
        Collections.unmodifiableMap(failures),
        effort);
  }

  private String allFailed() {
    List<String> reasons = failures.values().stream().distinct().toList();
    if (reasons.size() == 1) {
      return reasons.get(0);
    }
    StringBuilder text = new StringBuilder("model search: no candidate could be fitted");
    failures.forEach((name, reason) -> text.append("; ").append(name).append(": ").append(reason));
    return text.append("; look for extreme values in the data").toString();
  }

  /** Whether the mean gain in log density over the baseline exceeds two standard errors. */
  private static boolean clearlyBetter(TrialResult trial, TrialResult baseline) {
    if (baseline.loss() == Double.POSITIVE_INFINITY) {
      return trial.loss() < Double.POSITIVE_INFINITY;
    }
    return Gain.of(trial.logDensity(), baseline.logDensity()).isClear();
  }

  private String reason(Trial chosen, Trial best, Trial baseline) {
    String name = chosen.candidate.name();
    String plain = baseline.candidate.name();
    String figures =
        String.format(
            Locale.ROOT,
            "held-out NLL %.4f against %.4f of %s",
            best.loss(),
            baseline.loss(),
            plain);
    if (candidates.size() == 1) {
      return name + ": nothing to choose from";
    }
    if (chosen == best && best != baseline) {
      return name + ": " + figures;
    }
    return best == baseline
        ? name + ": no other model did better on the held-out rows"
        : name
            + ": the best other, "
            + best.candidate.name()
            + ", is not clearly better ("
            + figures
            + ")";
  }
}
