package io.github.tgp4j.auto;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.rows.Holdout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
  private final List<Sharpening> sharpenings; // of each target
  private final List<List<Sharpening>> apart; // those that the rows of each group had no part in
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
    double unsharpened = -Stack.mean(blend);
    double plain = -Stack.mean(all[0]);
    apart = none();
    sharpenings = new ArrayList<>(apart.get(0));
    int constant = constant();
    if (single) {
      int best = Stack.best(all);
      int chosen = best != 0 && Gain.of(all[best], all[0]).isClear() ? best : 0;
      weights = only(chosen);
      honest = unsharpened;
      reason = single(all, chosen, best);
    } else if (constant >= 0
        && !Gain.of(unsharpened < plain ? blend : all[0], all[constant]).isClear(LEAST_GAIN)) {
      weights = only(constant);
      honest = unsharpened;
      reason =
          list.get(constant).name
              + ": no model told held-out rows apart clearly better than the same forecast for all";
    } else if (unsharpened < plain) {
      weights = Stack.of(all).weights();
      honest = unsharpened - sharpen();
      reason =
          String.format(
              Locale.ROOT,
              "held-out NLL %.4f, on rows that did not choose the weights, against %.4f of %s",
              honest,
              plain,
              list.get(0).name);
    } else {
      weights = only(0);
      honest = unsharpened;
      sharpen();
      reason = list.get(0).name + ": no blend did better on held-out rows";
    }
  }

  /** For every group and target. */
  private List<List<Sharpening>> none() {
    int targets = parts.get(0).heldY().length;
    return Stream.generate(() -> Collections.nCopies(targets, Sharpening.NONE))
        .limit(crossed.length)
        .<List<Sharpening>>map(ArrayList::new)
        .toList();
  }

  /**
   * Finds how sure of each target what was chosen is to be, where rows gain by it that did not
   * choose it; what they gain, in nats per row.
   */
  private double sharpen() {
    List<Piece> pieces = pieces(crossed, none());
    List<List<Prediction>> predictions =
        pieces.stream().map(each -> each.rows.model().predictAll(each.rows.x())).toList();
    double gain = 0.0;
    int rows = pieces.stream().mapToInt(each -> each.rows.x().rows).sum();
    for (int o = 0; o < sharpenings.size(); o++) {
      List<Sharpness> all = new ArrayList<>();
      for (int i = 0; i < pieces.size(); i++) {
        all.add(Sharpness.of(predictions.get(i).get(o), pieces.get(i).rows.y()[o]));
      }
      double of = 0.0;
      List<Sharpening> without = new ArrayList<>();
      for (int g = 0; g < crossed.length; g++) {
        int group = g;
        Sharpening sharpening =
            Sharpness.best(
                IntStream.range(0, all.size())
                    .filter(i -> pieces.get(i).group != group)
                    .mapToObj(all::get)
                    .toList());
        of +=
            IntStream.range(0, all.size())
                .filter(i -> pieces.get(i).group == group)
                .mapToDouble(i -> all.get(i).gain(sharpening))
                .sum();
        without.add(sharpening);
      }
      if (of > 0) {
        gain += of;
        sharpenings.set(o, Sharpness.best(all));
        for (int g = 0; g < without.size(); g++) {
          apart.get(g).set(o, without.get(g));
        }
      }
    }
    return gain / rows;
  }

  /** How sure of each target what was chosen is to be. */
  List<Sharpening> sharpenings() {
    return List.copyOf(sharpenings);
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
    out.put(name(), pieces(crossed, apart).stream().map(Piece::rows).toList());
    Stack[] ofBaseline = new Stack[crossed.length];
    Arrays.fill(ofBaseline, new Stack(oneHot(0, list.size())));
    out.computeIfAbsent(
        list.get(0).name, name -> pieces(ofBaseline, none()).stream().map(Piece::rows).toList());
    return out;
  }

  /** Rows of one group and part of the held-out ones. */
  private record Piece(int group, UnseenRows rows) {}

  /** Each with the blend whose weights these rows did not choose. */
  private List<Piece> pieces(Stack[] stacks, List<List<Sharpening>> surer) {
    List<Piece> pieces = new ArrayList<>();
    int first = 0;
    for (int p = 0; p < parts.size(); p++) {
      int count = parts.get(p).heldX().rows;
      for (int g = 0; g < stacks.length; g++) {
        int[] chosen = rowsOf(g, first, count);
        if (chosen.length > 0) {
          pieces.add(new Piece(g, unseen(stacks[g].weights(), surer.get(g), p, chosen)));
        }
      }
      first += count;
    }
    return pieces;
  }

  private static int[] rowsOf(int group, int first, int count) {
    return IntStream.range(0, count).filter(i -> Stack.group(first + i) == group).toArray();
  }

  private UnseenRows unseen(double[] weights, List<Sharpening> surer, int part, int[] chosen) {
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
    Model model = runner.join(members, surer);
    return new UnseenRows(model, held.heldX().selectRows(chosen), y);
  }
}
