package io.github.tgp4j.cli.report;

import java.util.ArrayList;
import java.util.List;

/** The first screen of a page, from a verdict and from what matters. */
final class AnswerMaker {
  private static final int NAMED = 3;

  private AnswerMaker() {}

  /**
   * Of a model.
   *
   * @param important the strongest inputs, of so many
   */
  static Report.Answer of(
      Verdict verdict,
      VerdictText text,
      List<Permutation.Found> important,
      int inputs,
      String warning) {
    List<String> sentences = new ArrayList<>(List.of(text.error(), text.explained(), text.trust()));
    String drivers = drivers(important);
    if (drivers != null) {
      sentences.add(drivers);
    }
    return new Report.Answer(
        verdict.grade(), text.conclusion(), sentences, tiles(text, important, inputs), warning);
  }

  private static List<String> named(List<Permutation.Found> important) {
    return important.stream()
        .filter(Permutation.Found::clear)
        .limit(NAMED)
        .map(found -> found.input().input.name())
        .toList();
  }

  private static String drivers(List<Permutation.Found> important) {
    if (important.isEmpty()) {
      return null;
    }
    List<String> names = named(important);
    long clear = important.stream().filter(Permutation.Found::clear).count();
    if (names.isEmpty()) {
      return "No single input clearly drives the prediction.";
    }
    if (important.size() == 1) {
      return "The only input is " + names.get(0) + ".";
    }
    String first = "What drives the prediction: " + names.get(0);
    String then =
        names.size() == 1
            ? " alone"
            : " most, then " + String.join(" and ", names.subList(1, names.size()));
    return first
        + then
        + (clear > NAMED
            ? "; "
                + (clear - NAMED)
                + (clear == NAMED + 1 ? " more input matters less." : " more inputs matter less.")
            : ".");
  }

  private static List<Report.Tile> tiles(
      VerdictText text, List<Permutation.Found> important, int inputs) {
    List<Report.Tile> tiles = new ArrayList<>(text.tiles());
    List<String> names = named(important);
    if (!important.isEmpty()) {
      tiles.add(
          new Report.Tile(
              "Driven by",
              names.isEmpty() ? "no input clearly" : names.get(0),
              names.size() < 2
                  ? "of " + Numbers.count(inputs) + (inputs == 1 ? " input" : " inputs")
                  : "then " + String.join(", ", names.subList(1, names.size()))));
    }
    return tiles;
  }
}
