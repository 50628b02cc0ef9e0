package io.github.tgp4j.covariance;

import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * The parameters of a component with the values they start from, and how the model language writes
 * those that differ from the defaults: {@code lengthscale=0.5} when all are alike, {@code
 * lengthscales=[0.5, 2]} otherwise.
 */
public final class StartingValues {
  private final List<Parameter> defaults;
  private final List<Parameter> current;

  private StartingValues(List<Parameter> defaults, List<Parameter> current) {
    this.defaults = defaults;
    this.current = List.copyOf(current);
  }

  /** All parameters where they start unless told otherwise. */
  public static StartingValues defaults(Parameter... parameters) {
    List<Parameter> defaults = List.of(parameters);
    return new StartingValues(defaults, defaults);
  }

  /** The parameters with the values they start from. */
  public List<Parameter> parameters() {
    return current;
  }

  /**
   * The same with one parameter starting elsewhere.
   *
   * @param owner whose parameter it is, for messages
   * @param key the parameter's name, singular or plural
   * @param values one value for all entries, or one per entry
   */
  public StartingValues with(String owner, String key, double... values) {
    List<Parameter> changed = new ArrayList<>(current);
    for (int i = 0; i < changed.size(); i++) {
      Parameter parameter = changed.get(i);
      if (key.equals(parameter.name()) || key.equals(singular(parameter.name()))) {
        changed.set(i, parameter.startingAt(spread(parameter, values)));
        return new StartingValues(defaults, changed);
      }
    }
    throw new IllegalArgumentException(
        owner
            + ": expected a parameter out of "
            + current.stream().map(Parameter::name).collect(Collectors.joining(", "))
            + " but got "
            + key);
  }

  private static double[] spread(Parameter parameter, double[] values) {
    int size = parameter.size();
    if (values.length == size) {
      return values;
    }
    if (isPlural(parameter.name())) {
      if (values.length == 1) {
        double[] all = new double[size];
        Arrays.fill(all, values[0]);
        return all;
      }
      throw new IllegalArgumentException(
          String.format(
              "%s: expected %d (one per input) but got %d; pass one value or %d",
              parameter.name(), size, values.length, size));
    }
    throw new IllegalArgumentException(
        parameter.name() + ": expected one value but got " + values.length);
  }

  /** The values that differ from the defaults as "key=value, key=value", or "". */
  public String text() {
    StringJoiner text = new StringJoiner(", ");
    for (int i = 0; i < current.size(); i++) {
      Parameter parameter = current.get(i);
      double[] values = parameter.initial();
      if (!Arrays.equals(values, defaults.get(i).initial())) {
        text.add(
            allAlike(values)
                ? singular(parameter.name()) + "=" + Numbers.plain(values[0])
                : parameter.name() + "=" + list(values));
      }
    }
    return text.toString();
  }

  private static String list(double[] values) {
    return Arrays.stream(values)
        .mapToObj(Numbers::plain)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static boolean allAlike(double[] values) {
    return Arrays.stream(values).allMatch(v -> Double.compare(v, values[0]) == 0);
  }

  private static boolean isPlural(String name) {
    return name.endsWith("s");
  }

  private static String singular(String name) {
    return isPlural(name) ? name.substring(0, name.length() - 1) : name;
  }
}
