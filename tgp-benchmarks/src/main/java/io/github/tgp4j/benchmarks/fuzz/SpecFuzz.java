package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.spec.SpecException;
import io.github.tgp4j.spec.Specs;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Texts of the model language: read, or refused with the column, and read back when printed. */
public final class SpecFuzz implements FuzzTarget {
  @Override
  public String kind() {
    return "specs";
  }

  @Override
  public Limit limit() {
    return Limit.ofProcessor(2);
  }

  @Override
  public FuzzResult run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SpecGrammar grammar = new SpecGrammar(random);
    return switch (random.nextInt(7)) {
      case 0 -> check(grammar, grammar.flow(3), Specs::flow);
      case 1 -> check(grammar, grammar.flowWithNetwork(), Specs::flowSpec);
      case 2 -> check(grammar, grammar.covariance(3), text -> Specs.covariance(text, 2));
      case 3 -> check(grammar, grammar.likelihood(), Specs::likelihood);
      case 4 -> check(grammar, grammar.mean(), text -> Specs.mean(text, 2));
      case 5 -> check(grammar, grammar.priors(), Specs::priors);
      default ->
          random.nextBoolean()
              ? check(grammar, grammar.process(), Specs::process)
              : check(grammar, grammar.divergence(), Specs::divergence);
    };
  }

  private static FuzzResult check(
      SpecGrammar grammar, String sound, Function<String, Object> reader) {
    String text = grammar.sometimes() ? grammar.damaged(sound) : sound;
    Object part;
    try {
      part = reader.apply(text);
    } catch (SpecException e) {
      return FuzzResult.refused(e.getMessage());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return FuzzResult.failed("\"" + text.substring(0, Math.min(200, text.length())) + "\": " + e);
    }
    String printed = part.toString();
    try {
      Object again = reader.apply(printed);
      boolean same = again.equals(part) && again.toString().equals(printed);
      return same ? FuzzResult.ACCEPTED : FuzzResult.failed(text + " is read back as " + again);
    } catch (SpecException e) {
      return FuzzResult.failed(text + " is printed as " + printed + ", which is not read back");
    }
  }
}
