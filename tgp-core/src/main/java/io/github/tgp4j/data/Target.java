package io.github.tgp4j.data;

import java.util.List;

/**
 * A target column as learnt on the training rows: the one decision of what it is, which every user
 * of a table shares.
 *
 * @param encoder to numbers or class codes
 * @param facts about its numbers; of classes that are texts only the count
 * @param notes what was decided, for people
 */
public record Target(TargetEncoder encoder, TargetFacts facts, List<String> notes) {
  public Target {
    notes = List.copyOf(notes);
  }

  public String name() {
    return encoder.name();
  }

  /** What its values are. */
  public TargetNature nature() {
    if (encoder.isClasses()) {
      return classes() == 2 ? TargetNature.BINARY : TargetNature.CLASSES;
    }
    return facts.numericNature();
  }

  /** How many classes, 0 for numbers. */
  public int classes() {
    return encoder.labels().size();
  }

  /** "3 classes" or "numbers above 0, 5 to 50". */
  public String describe() {
    return encoder.isClasses() ? classes() + " classes" : facts.describe();
  }
}
