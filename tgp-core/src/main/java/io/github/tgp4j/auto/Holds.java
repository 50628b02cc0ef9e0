package io.github.tgp4j.auto;

import io.github.tgp4j.train.TrainingPlan;
import java.util.ArrayList;
import java.util.List;

/** Parameters held fixed during part of a run, as a text: {@code likelihood:0-0.5,inducing}. */
final class Holds {
  private Holds() {}

  /** Each part is a name's beginning and, from the start to the end unless it says so, a range. */
  static List<TrainingPlan.Hold> of(String text) {
    List<TrainingPlan.Hold> holds = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.trim().split(":", -1);
      String[] range = sides.length == 2 ? sides[1].split("-", -1) : new String[] {"0", "1"};
      if (sides[0].isBlank() || sides.length > 2 || range.length != 2) {
        throw wrong(text);
      }
      try {
        holds.add(
            new TrainingPlan.Hold(
                sides[0].trim(), Double.parseDouble(range[0]), Double.parseDouble(range[1])));
      } catch (NumberFormatException e) {
        throw wrong(text);
      }
    }
    return holds;
  }

  /** The plan with these held as well. */
  static TrainingPlan add(TrainingPlan plan, String text) {
    TrainingPlan held = plan;
    for (TrainingPlan.Hold hold : of(text)) {
      held = held.withHold(hold.prefix(), hold.from(), hold.to());
    }
    return held;
  }

  private static IllegalArgumentException wrong(String got) {
    return new IllegalArgumentException(
        "hold: expected names of parameters, each with the part of the run in which it is held,"
            + " such as likelihood:0-0.5,inducing but got "
            + got);
  }
}
