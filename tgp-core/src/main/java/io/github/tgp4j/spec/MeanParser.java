package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.ConstantMean;
import io.github.tgp4j.covariance.LinearMean;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.covariance.ZeroMean;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Reads mean functions: {@code mean = "zero" | "constant" [ "(value=…)" ] | "linear" [
 * "(intercept=…, slopes=[…])" ]}.
 */
final class MeanParser {
  private static final List<String> NAMES = List.of("constant", "linear", "zero");

  private final SpecReader reader;
  private final int column;
  private final String name;
  private final Arguments arguments;
  private final Map<String, double[]> starts;
  private final Parts.Bound<? extends MeanFunction> registered; // null for the library's own

  /** Reads the whole text, leaving the number of inputs open. */
  MeanParser(String text) {
    reader = new SpecReader(text);
    column = reader.column();
    name = reader.name("the name of a mean function");
    registered = NAMES.contains(name) ? null : RegisteredParts.find(parts -> parts.means, name);
    if (registered == null && !NAMES.contains(name)) {
      TreeSet<String> known = new TreeSet<>(NAMES);
      known.addAll(RegisteredParts.names(parts -> parts.means));
      throw reader.unknown("mean function", "registerMean", name, known, column);
    }
    arguments = reader.arguments(name);
    starts = name.equals("zero") || registered != null ? Map.of() : arguments.takeNamed();
    if (registered == null) {
      arguments.done();
    }
    reader.expectEnd();
  }

  /** The names of the library's own mean functions. */
  static List<String> ownNames() {
    return NAMES;
  }

  MeanFunction bind(int inputs) {
    if (registered != null) {
      return reader.located(column, () -> registered(inputs));
    }
    return reader.located(
        column,
        () ->
            switch (name) {
              case "zero" -> new ZeroMean();
              case "constant" -> constant();
              default -> linear(inputs);
            });
  }

  /** A mean function of the user's own; it takes its arguments when the inputs are known. */
  private MeanFunction registered(int inputs) {
    Arguments own = arguments.copy();
    MeanFunction mean = reader.made("mean function", name, registered.make(inputs, own));
    own.done();
    return mean;
  }

  private MeanFunction constant() {
    double[] value = {0.0};
    starts.forEach(
        (key, values) -> {
          if (!key.equals("value")) {
            throw new IllegalArgumentException(
                "constant: expected a parameter out of value but got " + key);
          }
          if (values.length != 1) {
            throw new IllegalArgumentException(
                "value: expected one value but got " + values.length);
          }
          value[0] = values[0];
        });
    return new ConstantMean(value[0]);
  }

  private MeanFunction linear(int inputs) {
    LinearMean mean = new LinearMean(inputs);
    for (Map.Entry<String, double[]> start : starts.entrySet()) {
      mean = mean.startingAt(start.getKey(), start.getValue());
    }
    return mean;
  }
}
