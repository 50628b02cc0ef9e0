package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetNature;
import java.util.ArrayList;
import java.util.List;

/** Warns of intervals that reach where the target cannot be, such as prices below 0. */
final class ImpossibleValues {
  private static final double LEAST = 1e-3; // of an interval's width, below which nobody minds

  private ImpossibleValues() {}

  /** A sentence for each target whose held-out rows had such intervals. */
  static List<String> warnings(List<Target> targets, FitOutcome outcome) {
    List<String> out = new ArrayList<>();
    List<HeldOut> held = outcome.comparison().heldOut().get(outcome.name());
    for (int o = 0; held != null && o < targets.size(); o++) {
      TargetNature nature = targets.get(o).nature();
      if (!nature.isClasses() && nature != TargetNature.REAL) {
        boolean share = nature == TargetNature.PROPORTION;
        long beyond = count(held.get(o), share ? 1.0 : Double.POSITIVE_INFINITY);
        if (beyond > 0) {
          out.add(text(targets.get(o).name(), beyond, held.get(o).y().length, share));
        }
      }
    }
    return out;
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
