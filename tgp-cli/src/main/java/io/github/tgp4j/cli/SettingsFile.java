package io.github.tgp4j.cli;

import io.github.tgp4j.text.Names;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options of a command in a file, one per line: {@code time-limit = "2m"}. It is the part of TOML
 * that options need: texts in quotes, numbers, true, and lists of these in one line; comments begin
 * with #. Options on the command line come before those of the file.
 */
final class SettingsFile {
  private static final Set<String> NOT_KEPT =
      Set.of("--config", "--save-config", "--force", "--resume", "--log", "--help", "--out");
  private static final Pattern LINE = Pattern.compile("([A-Za-z][A-Za-z0-9-]*)\\s*=\\s*(.+)");
  private static final Pattern VALUE =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'|([-+A-Za-z0-9.:_]+)");

  private SettingsFile() {}

  /** The arguments, with those of the file that {@code --config} names behind them. */
  static String[] expand(String[] args, CommandLine main) {
    CommandLine command = args.length == 0 ? null : main.getSubcommands().get(args[0]);
    String file = named(args);
    if (command == null || file == null) {
      return args;
    }
    List<String> all = new ArrayList<>(Arrays.asList(args));
    for (Map.Entry<String, List<String>> entry : read(Path.of(file), command).entrySet()) {
      String option = entry.getKey();
      boolean given =
          Arrays.stream(args).anyMatch(a -> a.equals(option) || a.startsWith(option + "="));
      if (!given) {
        entry.getValue().forEach(value -> all.add(option + "=" + value));
      }
    }
    return all.toArray(String[]::new);
  }

  private static String named(String[] args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith("--config=")) {
        return args[i].substring("--config=".length());
      }
      if (args[i].equals("--config") && i + 1 < args.length) {
        return args[i + 1];
      }
    }
    return null;
  }

  private static Map<String, List<String>> read(Path file, CommandLine command) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UserException("--config: " + file + " cannot be read: " + e);
    }
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String where = "--config: " + file + ", line " + (i + 1) + ": ";
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new UserException(
            where + "expected a setting such as time-limit = \"2m\" but got " + line);
      }
      String name = "--" + matcher.group(1);
      Map<String, OptionSpec> known = command.getCommandSpec().optionsMap();
      if (!known.containsKey(name)) {
        List<String> names =
            known.keySet().stream()
                .filter(n -> n.startsWith("--"))
                .map(n -> n.substring(2))
                .toList();
        throw new UserException(where + Names.unknown("option", matcher.group(1), names));
      }
      if (out.put(name, values(where, matcher.group(2))) != null) {
        throw new UserException(where + matcher.group(1) + " is there twice");
      }
    }
    return out;
  }

  private static List<String> values(String where, String text) {
    boolean list = text.startsWith("[");
    String rest = list ? text.substring(1) : text;
    List<String> out = new ArrayList<>();
    while (true) {
      rest = rest.strip();
      if (list && rest.startsWith("]")) {
        rest = rest.substring(1).strip();
        break;
      }
      Matcher matcher = VALUE.matcher(rest);
      if (!matcher.lookingAt()) {
        throw new UserException(
            where + "expected a text in quotes, a number, true or a list of these but got " + text);
      }
      out.add(
          matcher.group(1) != null
              ? matcher.group(1).replaceAll("\\\\(.)", "$1")
              : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
      rest = rest.substring(matcher.end()).strip();
      if (!list) {
        break;
      }
      rest = rest.startsWith(",") ? rest.substring(1) : rest;
    }
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw new UserException(where + "expected nothing behind the value but got " + rest);
    }
    return out;
  }

  /** Writes the options that a command was given, to be read again. */
  static void save(Path file, CommandLine.ParseResult parsed) {
    StringBuilder text =
        new StringBuilder("# settings of tgp " + parsed.commandSpec().name() + "\n");
    for (OptionSpec option : parsed.matchedOptions()) {
      if (NOT_KEPT.contains(option.longestName())) {
        continue;
      }
      List<String> values = new ArrayList<>();
      for (String value : option.originalStringValues()) {
        values.add("\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
      }
      text.append(option.longestName().substring(2)).append(" = ");
      if (values.isEmpty()) {
        text.append("true");
      } else {
        text.append(values.size() == 1 ? values.get(0) : "[" + String.join(", ", values) + "]");
      }
      text.append('\n');
    }
    OutputFiles.write(file, text.toString());
  }
}
