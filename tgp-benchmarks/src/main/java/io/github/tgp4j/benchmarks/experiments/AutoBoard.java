package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * All that is known of the tables of {@code ./bench auto}: its own rows, and those of other
 * experiments on the same splits.
 */
final class AutoBoard {
  private static final List<String> PAPER =
      List.of("svgp", "tgp", "pe-tgp", "ba-tgp", "dgp2", "dgp3", "dgp4");
  private static final int INDUCING = 100;

  private final Collection<AutoRow> rows;
  private final Collection<ResultRow> regression;

  AutoBoard(Path results) throws IOException {
    rows = new AutoFile(results, "auto").rows();
    regression = new ResultFile(results, "uci-regression").rows();
  }

  Collection<AutoRow> rows() {
    return rows;
  }

  /** What auto scored with a quality that was asked for. */
  AutoContestant ours(AutoSet set, Quality quality) {
    return of(set, Auto.OURS, quality.text(), "auto " + quality.text());
  }

  AutoContestant peer(AutoSet set, String model) {
    return of(set, model, "", title(model));
  }

  static String title(String model) {
    return switch (model) {
      case "catboost" -> "CatBoost";
      case "ngboost" -> "NGBoost";
      case "gpytorch-svgp" -> "GPyTorch SVGP";
      default -> model;
    };
  }

  private AutoContestant of(AutoSet set, String model, String quality, String name) {
    AutoContestant out = AutoContestant.named(name);
    for (AutoRow row : rows) {
      AutoRow.Key key = row.key();
      if (key.data().equals(set.name())
          && key.model().equals(model)
          && key.quality().equals(quality)
          && !row.isFailure()) {
        out.add(key.split(), row.scores(), row.seconds());
      }
    }
    return out;
  }

  private static void add(
      AutoContestant to, AutoSet set, Collection<ResultRow> from, String model) {
    for (ResultRow row : from) {
      ResultRow.Key key = row.key();
      if (key.data().equals(set.name())
          && key.model().equals(model)
          && key.inducing() == INDUCING
          && key.seed() == key.split() // one fit per split, as auto's own
          && !row.isFailure()
          && key.split() <= set.splits()) {
        to.add(key.split(), row.scores(), row.fitSeconds());
      }
    }
  }

  /**
   * The model of uci-regression that is furthest below the plain GP by mean NLL, each on those of
   * the splits used here that it has.
   */
  Optional<AutoContestant> bestOfPaper(AutoSet set) {
    AutoContestant plain = ofPaper(set, PAPER.get(0));
    return PAPER.stream()
        .map(model -> ofPaper(set, model))
        .filter(contestant -> !contestant.isEmpty())
        .min(Comparator.comparingDouble(contestant -> nllLess(contestant, plain)));
  }

  private AutoContestant ofPaper(AutoSet set, String model) {
    AutoContestant contestant = AutoContestant.named(Names.of(model));
    add(contestant, set, regression, model);
    return contestant;
  }

  private static double nllLess(AutoContestant contestant, AutoContestant plain) {
    SortedSet<Integer> splits = contestant.common(plain);
    return contestant.mean(Scores::nll, splits) - plain.mean(Scores::nll, splits);
  }
}
