package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.Scores;
import java.util.List;

/** A {@link Verdict} in plain words. */
final class VerdictText {
  private static final int MANY = 100; // rows, from which a coverage is known to two points or so

  private final Verdict verdict;
  private final String target;
  private final List<String> labels; // null for numbers
  private final String rows;

  /**
   * Of one target.
   *
   * @param labels of the classes; null for numbers
   * @param rowsAre what the rows are, after their number: "held-out rows"
   */
  VerdictText(Verdict verdict, String target, List<String> labels, String rowsAre) {
    this.verdict = verdict;
    this.target = target;
    this.labels = labels;
    this.rows = Numbers.count(verdict.rows()) + " " + rowsAre;
  }

  /** The one sentence that matters most. */
  String conclusion() {
    return switch (verdict.grade()) {
      case GOOD -> "The model predicts " + target + " well.";
      case FAIR ->
          "The model predicts " + target + " better than guessing, but much stays unexplained.";
      case GUESS ->
          "The model does not predict "
              + target
              + " better than "
              + (labels == null ? "the same value for every row" : "always the same answer")
              + ": do not rely on it.";
      case UNKNOWN ->
          "Only "
              + Numbers.count(verdict.rows())
              + " rows were left to judge the model by: too few to say how well it predicts "
              + target
              + ".";
      case SEEN ->
          "These are the very rows that the model was fitted to: they do not say how well it predicts "
              + target
              + " for others.";
    };
  }

  String error() {
    if (labels != null) {
      return "The most probable class is right for "
          + whole(verdict.inside())
          + " of the rows; always saying “"
          + labels.get((int) verdict.guess())
          + "” would be right for "
          + whole(1 - verdict.guessError())
          + ".";
    }
    return "Typical error "
        + Numbers.brief3(verdict.error())
        + percentOfTarget()
        + (Double.isNaN(verdict.meanError())
            ? ""
            : " for half of the rows; a few rows are so far off that the mean error is "
                + Numbers.brief3(verdict.meanError()))
        + "; guessing "
        + Numbers.brief3(verdict.guess())
        + ", the median, for every row would be off by "
        + Numbers.brief3(verdict.guessError())
        + ".";
  }

  String percentOfTarget() {
    return Double.isNaN(verdict.share()) ? "" : " (" + whole(verdict.share()) + " of the average)";
  }

  String explained() {
    if (labels != null) {
      return verdict.explained() > 0
          ? "Knowing the inputs removes "
              + whole(verdict.explained())
              + " of the uncertainty about the class."
          : "Knowing the inputs removes none of the uncertainty about the class.";
    }
    if (Double.isNaN(verdict.explained())) {
      return "How much of the variation it explains cannot be said.";
    }
    if (isHidden()) {
      return "A few rows that are far off hide how much of the variation it explains.";
    }
    if (verdict.explained() <= 0.005) {
      return "It explains none of the variation between rows.";
    }
    return "It explains " + whole(verdict.explained()) + " of the variation between rows.";
  }

  /** Whether squared errors of a few rows outweigh those of all that are predicted well. */
  private boolean isHidden() {
    return labels == null
        && verdict.explained() <= 0.005
        && (verdict.grade() == Grade.GOOD || verdict.grade() == Grade.FAIR);
  }

  String trust() {
    if (labels != null) {
      String told =
          "it expected to be right for "
              + whole(verdict.expected())
              + " of "
              + rows
              + " and was for "
              + whole(verdict.inside());
      return switch (verdict.trust()) {
        case RIGHT -> "Its probabilities can be trusted" + asFar() + ": " + told + ".";
        case TOO_WIDE -> "Its probabilities are too cautious: " + told + ".";
        case TOO_NARROW -> "Its probabilities are too sure: " + told + ".";
        case SEEN -> "Of rows that it has seen, " + told + ".";
      };
    }
    String told = "95% intervals held " + whole(verdict.inside()) + " of " + rows;
    return switch (verdict.trust()) {
      case RIGHT -> told + ": they can be trusted" + asFar() + ".";
      case TOO_WIDE -> told + ": they are wider than they need be.";
      case TOO_NARROW -> told + ": they are too narrow, so be careful with them.";
      case SEEN -> told + ", all of which it has seen.";
    };
  }

  private String asFar() {
    return verdict.rows() < MANY ? ", as far as so few rows can tell" : "";
  }

  /** The numbers of the first screen. */
  List<Report.Tile> tiles() {
    String kept =
        switch (verdict.trust()) {
          case RIGHT -> labels != null ? "to be trusted" : "they can be trusted";
          case TOO_WIDE -> labels != null ? "too cautious" : "wider than they need be";
          case TOO_NARROW -> labels != null ? "too sure of itself" : "too narrow";
          case SEEN -> labels != null ? "of rows that it has seen" : "rows that it has seen";
        };
    String explained =
        Double.isNaN(verdict.explained()) || isHidden()
            ? "–"
            : whole(Math.max(0, verdict.explained()));
    if (labels != null) {
      return List.of(
          new Report.Tile(
              "Right",
              whole(verdict.inside()),
              "always “"
                  + labels.get((int) verdict.guess())
                  + "”: "
                  + whole(1 - verdict.guessError())),
          new Report.Tile("Uncertainty removed", explained, "by knowing the inputs"),
          new Report.Tile(
              "Expected to be right", whole(verdict.expected()), "its probabilities are " + kept));
    }
    return List.of(
        new Report.Tile(
            "Typical error",
            Numbers.brief3(verdict.error()),
            (Double.isNaN(verdict.share()) ? "" : whole(verdict.share()) + " of the average; ")
                + "guessing: "
                + Numbers.brief3(verdict.guessError())),
        new Report.Tile(
            "Variation explained",
            explained,
            isHidden() ? "a few rows far off hide it" : "between rows (R²)"),
        new Report.Tile("95% intervals held", whole(verdict.inside()), kept));
  }

  /** A share as people say it; the same in the terminal and on the page. */
  static String whole(double share) {
    return Scores.percent(share);
  }
}
