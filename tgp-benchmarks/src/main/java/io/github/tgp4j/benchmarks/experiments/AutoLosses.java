package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Where {@code auto} is worse than it should be, set by set, on the splits that both have. */
final class AutoLosses {
  private static final double RMSE_SLACK = 1.03;
  private static final double NLL_SLACK = 0.01;
  private static final double LEAST_COVERAGE = 0.92;
  private static final double MOST_COVERAGE = 0.98;
  private static final List<String> REGRESSION =
      AutoSet.ALL.stream()
          .filter(set -> set.directory().equals("regression"))
          .map(AutoSet::name)
          .toList();

  private final AutoBoard board;

  AutoLosses(AutoBoard board) {
    this.board = board;
  }

  /** The whole section, by quality. */
  String text() {
    StringBuilder out = new StringBuilder("## Where it falls short\n");
    for (Quality quality : Quality.values()) {
      List<AutoSet> sets =
          AutoSet.ALL.stream().filter(set -> !board.ours(set, quality).isEmpty()).toList();
      if (sets.isEmpty()) {
        continue;
      }
      out.append("### auto ").append(quality.text()).append("\n");
      List<String> losses = new ArrayList<>();
      sets.forEach(set -> losses.addAll(losses(set, quality)));
      out.append(losses.isEmpty() ? "Nowhere, by these rows.\n" : "");
      losses.forEach(loss -> out.append("- ").append(loss).append("\n"));
      out.append("\n").append(goals(sets, quality)).append("\n");
    }
    return out.toString();
  }

  private List<String> losses(AutoSet set, Quality quality) {
    AutoContestant ours = board.ours(set, quality);
    List<String> out = new ArrayList<>();
    for (String model : Auto.PEERS) {
      AutoContestant peer = board.peer(set, model);
      compare(set, ours, peer, "NLL", Scores::nll, 0.0).ifPresent(out::add);
      compare(set, ours, peer, "rounded NLL", Scores::nllRounded, 0.0).ifPresent(out::add);
      compare(set, ours, peer, "CRPS", Scores::crps, 0.0).ifPresent(out::add);
      if (model.equals("catboost")) {
        double slack = (RMSE_SLACK - 1) * ours.mean(Scores::rmse) / RMSE_SLACK;
        compare(set, ours, peer, "RMSE", Scores::rmse, slack).ifPresent(out::add);
      }
    }
    board
        .bestOfPaper(set)
        .flatMap(best -> compare(set, ours, best, "NLL", Scores::nll, NLL_SLACK))
        .ifPresent(out::add);
    double coverage = ours.mean(Scores::coverage95);
    if (coverage < LEAST_COVERAGE || coverage > MOST_COVERAGE) {
      out.add(
          set.name() + ": the 95% intervals hold " + MarkdownTable.number(100 * coverage, 1) + "%");
    }
    return out;
  }

  /** What to say where ours is the larger by more than the slack; nothing where it is not. */
  private static Optional<String> compare(
      AutoSet set,
      AutoContestant ours,
      AutoContestant other,
      String score,
      ToDoubleFunction<Scores> of,
      double slack) {
    SortedSet<Integer> splits = ours.common(other);
    double mine = ours.mean(of, splits);
    double theirs = other.mean(of, splits);
    if (!(mine > theirs + slack)) {
      return Optional.empty();
    }
    return Optional.of(
        set.name()
            + ": "
            + score
            + " "
            + MarkdownTable.number(mine)
            + " against "
            + MarkdownTable.number(theirs)
            + " of "
            + other.name()
            + (splits.size() < set.splits() ? " (" + splits.size() + " of its splits)" : ""));
  }

  /** How many sets pass each comparison. */
  private String goals(List<AutoSet> sets, Quality quality) {
    List<AutoSet> regression =
        sets.stream().filter(set -> REGRESSION.contains(set.name())).toList();
    MarkdownTable table = new MarkdownTable("goal", "reached");
    for (String model : Auto.PEERS) {
      table.add(
          "NLL below " + AutoBoard.title(model) + "'s on the regression sets",
          count(regression, quality, set -> board.peer(set, model), Scores::nll, 0.0));
      table.add(
          "CRPS below " + AutoBoard.title(model) + "'s on the regression sets",
          count(regression, quality, set -> board.peer(set, model), Scores::crps, 0.0));
    }
    table.add(
        "NLL within 0.01 of the best of uci-regression's models",
        count(
            regression,
            quality,
            set -> board.bestOfPaper(set).orElse(AutoContestant.named("")),
            Scores::nll,
            NLL_SLACK));
    table.add("mean 95% coverage", MarkdownTable.number(coverage(sets, quality), 3));
    return table.toString();
  }

  private String count(
      List<AutoSet> sets,
      Quality quality,
      Function<AutoSet, AutoContestant> other,
      ToDoubleFunction<Scores> score,
      double slack) {
    int reached = 0;
    int compared = 0;
    for (AutoSet set : sets) {
      AutoContestant ours = board.ours(set, quality);
      AutoContestant theirs = other.apply(set);
      SortedSet<Integer> splits = ours.common(theirs);
      double gap = ours.mean(score, splits) - theirs.mean(score, splits);
      if (!Double.isNaN(gap)) {
        compared++;
        reached += gap <= slack ? 1 : 0;
      }
    }
    return reached + " of " + compared;
  }

  private double coverage(List<AutoSet> sets, Quality quality) {
    return sets.stream()
        .mapToDouble(set -> board.ours(set, quality).mean(Scores::coverage95))
        .filter(coverage -> !Double.isNaN(coverage))
        .average()
        .orElse(Double.NaN);
  }
}
