package io.github.tgp4j.auto;

import io.github.tgp4j.rows.Holdout;

/**
 * One fit of a search to some rows, judged by others.
 *
 * @param stage its name, unique within the search: {@code "tgp, part 2"}
 * @param name of the candidate
 * @param rows to fit and to hold out
 * @param share of the steps of a full fit
 */
record Trial(String stage, String name, Recipe recipe, Holdout rows, double share) {
  /** In the unit of {@link Recipe#cost}. */
  double cost() {
    return recipe.cost() * share;
  }

  /** How long it takes beside others, roughly: steps grow with the square of inducing points. */
  double length() {
    return cost() * recipe.inducing() * recipe.inducing();
  }
}
