package io.github.tgp4j.cli;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.cli.table.ReadOptions;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.text.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A fit as {@code tgp fit} would do it, from settings by the names of its options: {@code
 * {"target": "price", "quality": "fast", "time-limit": "60s"}}. Options about files, which are
 * nothing that a request may decide, are refused.
 */
public final class FitRequest {
  private static final List<String> COLUMNS = List.of("target", "features", "exclude");
  private static final List<String> OTHERS =
      List.of("model", "calibrate", "validate", "sheet", "delimiter", "decimal", "encoding");

  private final FitCommand command = new FitCommand();
  private final TargetOptions columns = new TargetOptions();
  private final List<String> arguments = new ArrayList<>();

  private FitRequest() {}

  /**
   * Reads settings.
   *
   * @param settings texts, numbers, true or false, and lists of texts
   * @throws UserException when there is no such setting, or its value makes no sense
   */
  public static FitRequest of(Map<String, ?> settings) {
    FitRequest out = new FitRequest();
    TreeSet<String> known = names();
    settings.forEach(
        (name, value) -> {
          if (!known.contains(name)) {
            throw new UserException("settings: " + Names.unknown("setting", name, known));
          }
          if (COLUMNS.contains(name)) {
            out.columns(name, texts(name, value));
          } else {
            out.option(name, value);
          }
        });
    try {
      new CommandLine(out.command)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs(out.arguments.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new UserException("settings: " + e.getMessage());
    }
    return out;
  }

  /** The names of all settings. */
  public static TreeSet<String> names() {
    TreeSet<String> names = new TreeSet<>(COLUMNS);
    names.addAll(OTHERS);
    for (OptionSpec option : new CommandLine(new FitCommand()).getCommandSpec().options()) {
      if (option.userObject() instanceof java.lang.reflect.Field field
          && field.getDeclaringClass() == ModelOptions.class) {
        names.add(option.longestName().substring(2));
      }
    }
    return names;
  }

  private void columns(String name, List<String> texts) {
    switch (name) {
      case "target" -> columns.target = texts;
      case "features" -> columns.features = texts;
      default -> columns.exclude = texts;
    }
  }

  private void option(String name, Object value) {
    if (value instanceof Boolean flag) {
      if (flag) {
        arguments.add("--" + name);
      }
      return;
    }
    for (String text : texts(name, value)) {
      arguments.add("--" + name + "=" + text);
    }
  }

  private static List<String> texts(String name, Object value) {
    List<?> all = value instanceof List<?> list ? list : List.of(value);
    List<String> out = new ArrayList<>();
    for (Object each : all) {
      if (each instanceof Double number && number == Math.rint(number) && number < 1e15) {
        out.add(Long.toString(number.longValue()));
      } else if (each instanceof String || each instanceof Number) {
        out.add(each.toString());
      } else {
        throw new UserException(
            "settings: " + name + ": expected a text, a number, true, false or a list of texts");
      }
    }
    return out;
  }

  /** The fit of a table. */
  public AutoFit autoFit(Supplier<? extends TableReader> open) {
    try {
      return command.autoFit(open, columns);
    } catch (IllegalArgumentException e) {
      throw new UserException("settings: " + e.getMessage());
    }
  }

  /** How the table's file is read. */
  public ReadOptions readOptions() {
    return command.readOptions();
  }

  /** What to predict; null where nothing was said, for the last column. */
  public List<String> targets() {
    return columns.target;
  }

  /** The command line that does the same with a file of this name. */
  public String commandLine(String file) {
    List<String> words = new ArrayList<>(List.of("tgp", "fit", quoted(file)));
    add(words, "--target", columns.target);
    add(words, "--features", columns.features);
    add(words, "--exclude", columns.exclude);
    arguments.forEach(
        argument -> {
          int equals = argument.indexOf('=');
          words.add(equals < 0 ? argument : argument.substring(0, equals));
          if (equals >= 0) {
            words.add(quoted(argument.substring(equals + 1)));
          }
        });
    return String.join(" ", words);
  }

  private static void add(List<String> words, String name, List<String> values) {
    if (values != null && !values.isEmpty()) {
      words.add(name);
      words.add(quoted(String.join(",", values)));
    }
  }

  /** As a shell takes it for one word. */
  private static String quoted(String text) {
    return text.matches("[\\p{L}\\p{N}_./:@%+=,-]+")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
