package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.ConstantMean;
import io.github.tgp4j.covariance.LinearMean;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.text.Names;
import java.util.List;
import java.util.Map;

/**
 * {@code mean = "zero" | "constant" [ "(value=…)" ] | "linear" [ "(intercept=…, slopes=[…])" ]}.
 */
final class MeanParser {
  private static final List<String> NAMES = List.of("constant", "linear", "zero");

  private final SpecReader reader;
  private final int column;
  private final String name;
  private final Map<String, double[]> starts;

  /** Reads the whole text, leaving the number of inputs open. */
  MeanParser(String text) {
    reader = new SpecReader(text);
    column = reader.column();
    name = reader.name("the name of a mean function");
    if (!NAMES.contains(name)) {
      throw reader.error(Names.unknown("mean function", name, NAMES), column);
    }
    Arguments arguments = reader.arguments(name);
    starts = name.equals("zero") ? Map.of() : arguments.takeNamed();
    arguments.done();
    reader.expectEnd();
  }

  MeanFunction bind(int inputs) {
    return reader.located(
        column,
        () ->
            switch (name) {
              case "zero" -> new ZeroMean();
              case "constant" -> constant();
              default -> linear(inputs);
            });
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
