package io.github.tgp4j.auto;

import java.util.ArrayList;
import java.util.List;

/** A candidate in a search: its trials so far, one for each part that was held out. */
final class Contender {
  final String name;
  final Recipe recipe;
  final List<Trial> trials = new ArrayList<>();
  final List<TrialResult> results = new ArrayList<>();

  Contender(String name, Recipe recipe) {
    this.name = name;
    this.recipe = recipe;
  }

  /** The scores of all its trials. */
  TrialResult joined() {
    return TrialResult.join(results);
  }

  /** The log densities of held-out rows, by candidate. */
  static double[][] logDensity(List<Contender> all) {
    return all.stream().map(one -> one.joined().logDensity()).toArray(double[][]::new);
  }
}
