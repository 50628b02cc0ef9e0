package io.github.tgp4j.spec;

import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.text.Names;
import java.util.List;

/** {@code divergence = kl [ (weight) ] | renyi(order)}. */
final class DivergenceParser {
  private DivergenceParser() {}

  static Divergence parse(String text) {
    SpecReader reader = new SpecReader(text);
    int column = reader.column();
    String name = reader.name("the name of a divergence");
    Arguments arguments = reader.arguments(name);
    Divergence divergence =
        reader.located(
            column,
            () ->
                switch (name) {
                  case "kl" -> Divergence.kl(arguments.number("weight", 1.0));
                  case "renyi" -> Divergence.renyi(arguments.number("order"));
                  default ->
                      throw reader.error(
                          Names.unknown("divergence", name, List.of("kl", "renyi")), column);
                });
    arguments.done();
    reader.expectEnd();
    return divergence;
  }
}
