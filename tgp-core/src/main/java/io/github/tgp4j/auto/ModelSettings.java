package io.github.tgp4j.auto;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The settings of a model that the user decides, each checked; what is not in it is left open. */
public final class ModelSettings {
  /** All left open. */
  public static final ModelSettings OPEN = new ModelSettings(new EnumMap<>(Setting.class));

  private final Map<Setting, String> values;

  private ModelSettings(Map<Setting, String> values) {
    this.values = values;
  }

  /**
   * With one more setting.
   *
   * @param value null leaves it open
   * @throws IllegalArgumentException when the value makes no sense
   */
  public ModelSettings with(Setting setting, String value) {
    Map<Setting, String> copy = new EnumMap<>(Setting.class);
    copy.putAll(values);
    if (value == null) {
      copy.remove(setting);
    } else {
      setting.check(value);
      copy.put(setting, value.trim());
    }
    return new ModelSettings(copy);
  }

  /** The value of a setting; null where it is left open. */
  public String get(Setting setting) {
    return values.get(setting);
  }

  /** What was decided, in the order of {@link Setting}. */
  public Map<Setting, String> values() {
    return Collections.unmodifiableMap(values);
  }

  void ifSet(Setting setting, Consumer<String> action) {
    String value = values.get(setting);
    if (value != null) {
      action.accept(value);
    }
  }

  /** Those that a recipe's model has. */
  ModelSettings of(Recipe recipe) {
    Map<Setting, String> some = new EnumMap<>(Setting.class);
    values.forEach(
        (setting, value) -> {
          if (setting.isFor(recipe)) {
            some.put(setting, value);
          }
        });
    return new ModelSettings(some);
  }

  /**
   * Complains about a setting that none of these recipes has: it would be ignored.
   *
   * @param kind that was asked for
   */
  void requireUse(ModelKind kind, List<Recipe> recipes) {
    values.forEach(
        (setting, value) -> {
          if (recipes.stream().noneMatch(setting::isFor)) {
            throw new IllegalArgumentException(
                setting.text()
                    + " "
                    + value
                    + ": the model "
                    + kind.text()
                    + " has no such setting; leave it out, or use another model");
          }
        });
    if (kind == ModelKind.AUTO && values.containsKey(Setting.HOLD)) {
      throw new IllegalArgumentException(
          "hold: expected the name of a model beside it, since models differ in their parameters");
    }
  }

  /** The likelihood that a robust loss belongs to: {@code gaussian(beta=0.1)}. */
  static String robust(String loss) {
    String text = loss.trim();
    int open = text.indexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      throw new IllegalArgumentException("loss: expected beta(0.1) or gamma(0.1) but got " + loss);
    }
    return "gaussian("
        + text.substring(0, open).trim()
        + "="
        + text.substring(open + 1, text.length() - 1)
        + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ModelSettings settings && settings.values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** "mean linear, divergence renyi(0.5)"; empty where all is left open. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey().text() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
