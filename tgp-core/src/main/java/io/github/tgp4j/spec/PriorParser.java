package io.github.tgp4j.spec;

import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.param.Priors;
import io.github.tgp4j.text.Names;
import java.util.List;

/**
 * Reads priors on parameters.
 *
 * <pre>
 *   priors    = [ statement { ";" statement } ]
 *   statement = part { "." part } "~" prior
 *   part      = name [ "[" column { "," column } "]" ]
 *   prior     = ( "normal" | "lognormal" | "gamma" ) "(" number "," number ")"
 * </pre>
 */
final class PriorParser {
  private static final List<String> NAMES = List.of("gamma", "lognormal", "normal");

  private PriorParser() {}

  static ParameterPriors parse(String text) {
    SpecReader reader = new SpecReader(text);
    ParameterPriors priors = ParameterPriors.NONE;
    if (reader.atEnd()) {
      return priors;
    }
    do {
      int column = reader.column();
      StringBuilder parameter = new StringBuilder(part(reader, "the name of a parameter"));
      while (reader.take('.')) {
        parameter.append('.').append(part(reader, "the rest of the parameter's name"));
      }
      if (priors.names().contains(parameter.toString())) {
        throw reader.error(parameter + ": has two priors; give one", column);
      }
      reader.expect('~');
      priors = priors.with(parameter.toString(), prior(reader));
    } while (reader.take(';'));
    reader.expectEnd();
    return priors;
  }

  /**
   * A name, with the columns in brackets that a covariance of some inputs has in its own, and the
   * number of a part whose name others have too: {@code matern32[0,1]-2}.
   */
  private static String part(SpecReader reader, String what) {
    StringBuilder part = new StringBuilder(reader.name(what));
    if (reader.take('[')) {
      char mark = '[';
      do {
        part.append(mark).append(reader.wholeNumber("column"));
        mark = ',';
      } while (reader.take(','));
      reader.expect(']');
      part.append(']');
      if (reader.take('-')) {
        part.append('-').append(reader.digits("the number of the part"));
      }
    }
    return part.toString();
  }

  private static Prior prior(SpecReader reader) {
    int column = reader.column();
    String name = reader.name("normal(mean, sd), lognormal(mu, sigma) or gamma(shape, rate)");
    if (!NAMES.contains(name)) {
      throw reader.error(Names.unknown("prior", name, NAMES), column);
    }
    Arguments arguments = reader.arguments(name);
    Prior prior =
        reader.located(
            column,
            () ->
                switch (name) {
                  case "normal" -> Priors.normal(arguments.number("mean"), arguments.number("sd"));
                  case "lognormal" ->
                      Priors.logNormal(arguments.number("mu"), arguments.number("sigma"));
                  default -> Priors.gamma(arguments.number("shape"), arguments.number("rate"));
                });
    arguments.done();
    return prior;
  }
}
