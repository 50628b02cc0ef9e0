package io.github.tgp4j.server;

import io.github.tgp4j.auto.Gain;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.cli.report.Verdict;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.SavedModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Models side by side on the rows of one table that have the target. */
final class Comparison {
  private static final int MOST_ROWS = 20_000;

  private record Scored(String name, ScoredTable table, HeldOut held) {
    double nll() {
      return table.scores().nll();
    }
  }

  private final String target;
  private final List<Scored> all = new ArrayList<>();

  /**
   * Of one target.
   *
   * @param target its name; every model must predict it
   */
  Comparison(String target) {
    this.target = target;
  }

  Comparison add(String name, SavedModel saved, TableReader reader) {
    List<String> targets = saved.targets().stream().map(TargetEncoder::name).toList();
    int at = targets.indexOf(target);
    if (at < 0) {
      throw ApiException.badRequest(
          "model "
              + name
              + ": expected one of "
              + target
              + " but it predicts "
              + String.join(" and ", targets)
              + "; compare models of the same target");
    }
    ScoredTable table = ScoredTable.of(saved, at, reader, MOST_ROWS);
    all.add(new Scored(name, table, table.held()));
    return this;
  }

  /** The best first, by the mean log score. */
  Map<String, Object> asMap() {
    all.sort(Comparator.comparingDouble(Scored::nll));
    Scored best = all.get(0);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("target", target);
    out.put("rows", best.table.scores().rows());
    out.put("levels", Judgement.levels());
    out.put("models", all.stream().map(one -> told(one, best)).toList());
    return out;
  }

  private static Map<String, Object> told(Scored one, Scored best) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", one.name);
    out.put("scores", one.table.scores().asMap());
    Verdict verdict = Verdict.of(one.held, one.table.isWhole());
    out.put("grade", verdict.grade().name().toLowerCase(Locale.ROOT));
    if (one != best && one.held.y().length == best.held.y().length) {
      Gain gain = Gain.of(best.held.logDensity(), one.held.logDensity());
      out.put("behind", gain.mean());
      out.put("clear", gain.isClear());
    }
    if (one.held.pit().length > 0) {
      out.put("inside", Judgement.coverage(one.held.pit()));
    }
    return out;
  }
}
