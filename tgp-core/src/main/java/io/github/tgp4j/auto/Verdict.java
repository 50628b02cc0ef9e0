package io.github.tgp4j.auto;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.rows.Holdout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the held-out rows say of the candidates of a search: which of them count, by how much, and
 * what that is worth on rows that did not choose it.
 */
final class Verdict {
  /**
   * Standard errors by which inputs must help, or they only add noise. People are told of a clear
   * gain from {@link Gain#CLEAR} of them on.
   */
  private static final double LEAST_GAIN = 1.0;

  private static final double UNLIKE_ANY = 0.1; // rows, as if seen before

  private final List<Contender> list;
  private final List<Holdout> parts;
  private final TrialRunner runner;
  private final Stack[] crossed; // the weights that the rows of each group had no part in
  private final double honest; // loss of the blend, as the losses of the list are measured
  private final double[] weights;
  private final String reason;
  private final boolean single;

  /**
   * Decides.
   *
   * @param list the first is the baseline
   * @param single whether only one may be chosen
   */
  Verdict(List<Contender> list, List<Holdout> parts, TrialRunner runner, boolean single) {
    this.list = list;
    this.parts = parts;
    this.runner = runner;
    this.single = single;
    double[][] all = Contender.logDensity(list);
    crossed = Stack.crossed(all);
    double[] blend = Stack.honest(all, crossed);
    honest = -Stack.mean(blend);
    double plain = -Stack.mean(all[0]);
    int constant = constant();
    if (single) {
      int best = Stack.best(all);
      int chosen = best != 0 && Gain.of(all[best], all[0]).isClear() ? best : 0;
      weights = only(chosen);
      reason = single(all, chosen, best);
    } else if (constant >= 0
        && !Gain.of(honest < plain ? blend : all[0], all[constant]).isClear(LEAST_GAIN)) {
      weights = only(constant);
      reason =
          list.get(constant).name
              + ": no model told held-out rows apart clearly better than the same forecast for all";
    } else if (honest < plain) {
      weights = Stack.of(all).weights();
      reason =
          String.format(
              Locale.ROOT,
              "held-out NLL %.4f, on rows that did not choose the weights, against %.4f of %s",
              honest,
              plain,
              list.get(0).name);
    } else {
      weights = only(0);
      reason = list.get(0).name + ": no blend did better on held-out rows";
    }
  }

  /** The place of the constant forecast; −1 where there is none. */
  private int constant() {
    return IntStream.range(0, list.size())
        .filter(k -> list.get(k).recipe.kind() == ModelKind.CONSTANT)
        .findFirst()
        .orElse(-1);
  }

  /** One of the list, whatever the rows. */
  private double[] only(int chosen) {
    double[] out = oneHot(chosen, list.size());
    Arrays.fill(crossed, new Stack(out));
    return out;
  }

  /**
   * Of each of the list; 0 for what is left out. The constant forecast has some weight at least, as
   * the next row may be unlike any before it; it costs next to nothing.
   *
   * @param rows of training
   */
  double[] weights(long rows) {
    double[] out = weights.clone();
    int constant = constant();
    if (!single && constant >= 0) {
      double least = UNLIKE_ANY / (rows + 10.0);
      double missing = Math.max(0.0, least - out[constant]);
      for (int k = 0; k < out.length; k++) {
        out[k] *= 1 - missing;
      }
      out[constant] += missing;
    }
    return out;
  }

  /**
   * The scores of all.
   *
   * @param note to follow the reason
   * @param dropped the losses of those that left the search early
   */
  FitOutcome.Comparison comparison(
      String note, Map<String, Double> dropped, Map<String, String> failures) {
    String name = name();
    String baseline = list.get(0).name;
    Map<String, Double> scores = new LinkedHashMap<>();
    list.forEach(one -> scores.put(one.name, one.joined().loss()));
    scores.putAll(dropped);
    Map<String, List<HeldOut>> heldOut = new LinkedHashMap<>();
    unseen().forEach((of, rows) -> heldOut.put(of, UnseenRows.predict(rows)));
    scores.putIfAbsent(name, honest);
    return new FitOutcome.Comparison(name, baseline, reason + note, scores, heldOut, failures);
  }

  private String single(double[][] all, int chosen, int best) {
    String figures =
        String.format(
            Locale.ROOT,
            "held-out NLL %.4f against %.4f of %s",
            -Stack.mean(all[best]),
            -Stack.mean(all[0]),
            list.get(0).name);
    if (chosen != 0) {
      return list.get(chosen).name + ": " + figures;
    }
    return best == 0
        ? list.get(0).name + ": no other model did better on the held-out rows"
        : list.get(0).name
            + ": the best other, "
            + list.get(best).name
            + ", is not clearly better ("
            + figures
            + ")";
  }

  private static double[] oneHot(int at, int size) {
    double[] out = new double[size];
    out[at] = 1.0;
    return out;
  }

  /** What was chosen: one of the list, or a blend. */
  private String name() {
    int[] chosen = IntStream.range(0, weights.length).filter(k -> weights[k] > 0).toArray();
    return chosen.length == 1 ? list.get(chosen[0]).name : Recipe.BLEND;
  }

  /**
   * The held-out rows in order, with the models that predict them: those of what was chosen, and
   * those of the baseline.
   */
  Map<String, List<UnseenRows>> unseen() {
    Map<String, List<UnseenRows>> out = new LinkedHashMap<>();
    out.put(name(), unseen(crossed));
    Stack[] ofBaseline = new Stack[crossed.length];
    Arrays.fill(ofBaseline, new Stack(oneHot(0, list.size())));
    out.computeIfAbsent(list.get(0).name, name -> unseen(ofBaseline));
    return out;
  }

  /** Each with the blend whose weights these rows did not choose. */
  private List<UnseenRows> unseen(Stack[] stacks) {
    List<UnseenRows> pieces = new ArrayList<>();
    int first = 0;
    for (int p = 0; p < parts.size(); p++) {
      int count = parts.get(p).heldX().rows;
      for (int g = 0; g < stacks.length; g++) {
        int[] chosen = rowsOf(g, first, count);
        if (chosen.length > 0) {
          pieces.add(unseen(stacks[g].weights(), p, chosen));
        }
      }
      first += count;
    }
    return pieces;
  }

  private static int[] rowsOf(int group, int first, int count) {
    return IntStream.range(0, count).filter(i -> Stack.group(first + i) == group).toArray();
  }

  private UnseenRows unseen(double[] weights, int part, int[] chosen) {
    List<AutoSearch.Member> members = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0) {
        Contender one = list.get(k);
        Model model = runner.model(one.trials.get(part));
        members.add(new AutoSearch.Member(one.name, one.recipe, model, weights[k]));
      }
    }
    Holdout held = parts.get(part);
    double[][] y = new double[held.heldY().length][];
    for (int o = 0; o < y.length; o++) {
      double[] all = held.heldY()[o];
      y[o] = Arrays.stream(chosen).mapToDouble(i -> all[i]).toArray();
    }
    return new UnseenRows(runner.join(members), held.heldX().selectRows(chosen), y);
  }
}
