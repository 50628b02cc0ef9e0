package io.github.tgp4j;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's Markdown files and Java sources, as {@link DocsTest} reads them. */
final class Documents {
  /** The repository: the nearest directory above the working directory that holds docs/. */
  static final Path ROOT = root();

  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

  private Documents() {}

  /**
   * One equation: a row of a table in docs/equations.md.
   *
   * @param code what stands in backticks in the fourth column
   * @param tests what stands in backticks in the fifth
   */
  record Equation(String id, List<String> code, List<String> tests) {}

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("docs/equations.md"))) {
      here = here.getParent();
    }
    return here;
  }

  /** The project's Markdown files; other things may lie in a checkout, too. */
  static List<Path> markdown() {
    return files(ROOT, ".md").stream()
        .filter(
            file -> ROOT.relativize(file).toString().matches("\\w+\\.md|(docs|reference|tgp-).*"))
        .toList();
  }

  /** Files below a directory with such an ending, without build outputs and hidden directories. */
  static List<Path> files(Path directory, String ending) {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(ending))
          .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target/|\\.).*"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of the tables in docs/equations.md whose first cell is an id: "S4". */
  static List<Equation> equations() {
    List<Equation> equations = new ArrayList<>();
    for (String line : text(ROOT.resolve("docs/equations.md")).split("\n")) {
      String[] cells = line.split("(?<!\\\\)\\|", -1); // "\|" is a bar within a cell
      if (cells.length == 7 && cells[1].strip().matches("[A-Z]\\d+")) {
        equations.add(new Equation(cells[1].strip(), inBackticks(cells[4]), inBackticks(cells[5])));
      }
    }
    return equations;
  }

  static List<String> inBackticks(String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = CODE.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** Markdown without its fenced blocks. */
  static String prose(Path file) {
    return text(file).replaceAll("(?ms)^```.*?^```", "");
  }
}
