package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetNature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Warns of what a model says of held-out rows that cannot be right: intervals that reach where the
 * target cannot be, such as prices below 0, and means far from all that was observed.
 */
final class HeldOutWarnings {
  private static final double LEAST = 1e-3; // of an interval's width, below which nobody minds

  private HeldOutWarnings() {}

  /** Sentences about each target whose held-out rows had such predictions. */
  static List<String> warnings(List<Target> targets, FitOutcome outcome) {
    List<String> out = new ArrayList<>();
    List<HeldOut> held = outcome.comparison().heldOut().get(outcome.name());
    for (int o = 0; held != null && o < targets.size(); o++) {
      Target target = targets.get(o);
      if (!target.nature().isClasses()) {
        addIntervals(out, target, held.get(o));
        addMeans(out, target, held.get(o));
      }
    }
    return out;
  }

  private static void addIntervals(List<String> out, Target target, HeldOut held) {
    boolean share = target.nature() == TargetNature.PROPORTION;
    long beyond = count(held, share ? 1.0 : Double.POSITIVE_INFINITY);
    if (target.nature() != TargetNature.REAL && beyond > 0) {
      out.add(text(target.name(), beyond, held.y().length, share));
    }
  }

  /** Further outside the values observed than these are apart. */
  static void addMeans(List<String> out, Target target, HeldOut held) {
    double least = target.facts().least();
    double most = target.facts().most();
    double width = most - least;
    long far = 0;
    double furthest = 0;
    for (double mean : held.mean()) {
      double outside = Math.max(least - mean, mean - most);
      if (!(outside <= width)) {
        far++;
        furthest = Math.abs(mean) > Math.abs(furthest) ? mean : furthest;
      }
    }
    if (far > 0) {
      out.add(
          String.format(
              Locale.ROOT,
              "%s: the predicted %s of %,d of %,d held-out rows %s far outside the values observed,"
                  + " %s to %s (such as %s); for such rows rely on the median",
              target.name(),
              far == 1 ? "mean" : "means",
              far,
              held.y().length,
              far == 1 ? "lies" : "lie",
              value(least),
              value(most),
              value(furthest)));
    }
  }

  private static String value(double value) {
    return Scores.text(value).replaceFirst("\\.0+$", "");
  }

  private static long count(HeldOut held, double most) {
    long count = 0;
    for (int i = 0; i < held.lower().length; i++) {
      double little = LEAST * (held.upper()[i] - held.lower()[i]);
      count += held.lower()[i] < -little || held.upper()[i] > most + little ? 1 : 0;
    }
    return count;
  }

  /** The search cannot know where a target ends; a user can, and these models keep to it. */
  private static String text(String target, long beyond, int rows, boolean share) {
    return target
        + ": the 95% intervals of "
        + beyond
        + " of "
        + rows
        + " held-out rows reach "
        + (share ? "below 0 or above 1" : "below 0")
        + ", where no "
        + target
        + " was; if it cannot be there, "
        + (share ? "--likelihood beta" : "--model vwgp")
        + " keeps predictions out of it";
  }
}
