package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages in the repository are those that its rows make. */
class PagesTest {
  private static final Path RESULTS = Path.of("..", "docs", "results");
  private static final String REMEDY = "; run ./bench pages and commit what it writes";

  @TempDir Path parent;

  @Test
  void pagesAndReadmeAreMadeOfTheRows() throws IOException {
    Path readme = RESULTS.resolve("..").resolve("..").resolve("README.md");
    Files.copy(readme, parent.resolve("README.md"));
    Path made = CopiedResults.pages(RESULTS, parent);
    assertThat(Files.readString(readme))
        .as("README.md" + REMEDY)
        .isEqualTo(Files.readString(parent.resolve("README.md")));
    for (Path part : List.of(Path.of(""), Path.of("plots"))) {
      List<Path> files;
      try (Stream<Path> all = Files.list(made.resolve(part))) {
        files = all.filter(file -> file.toString().matches(".*\\.(md|svg)")).toList();
      }
      assertThat(files).hasSizeGreaterThan(10);
      for (Path file : files) {
        assertThat(Files.readString(RESULTS.resolve(part).resolve(file.getFileName())))
            .as(file.getFileName() + REMEDY)
            .isEqualTo(Files.readString(file));
      }
    }
  }

  @Test
  void everyPageIsListed() throws IOException {
    String list = Files.readString(RESULTS.resolve("README.md"));
    try (Stream<Path> all = Files.list(RESULTS)) {
      for (Path page : all.filter(file -> file.toString().endsWith(".md")).toList()) {
        String name = page.getFileName().toString();
        if (!name.equals("README.md")) {
          assertThat(list).contains("](" + name + ")");
        }
      }
    }
  }

  @Test
  void modelsOfTheApplicationsHaveNamesInWords() {
    assertThat(Names.of("vwgp-sal2-sp-data-held"))
        .isEqualTo("V-WGP, sal(2)+softplus, from data, held");
    assertThat(Names.of("tgp-sp")).isEqualTo("TGP, softplus");
    assertThat(Names.of("tgp-sal2")).isEqualTo("TGP, sal(2)");
    assertThat(Names.of("svgp-held")).isEqualTo("SVGP, held");
  }

  /** Another way from the CSV files to the headline's numbers, without the code of pages. */
  @Test
  void headlineNumbersAreMeansOfTheirRows() throws IOException {
    List<String> page = Files.readAllLines(RESULTS.resolve("README.md"));
    int first = 0;
    while (!page.get(first).startsWith("| NLL, M = 100")) {
      first++;
    }
    List<String> models = cells(page.get(first));
    int checked = 0;
    for (String line : page.subList(first + 2, page.size())) {
      if (!line.startsWith("|")) {
        break;
      }
      List<String> cells = cells(line);
      for (int k = 2; k < cells.size(); k++) {
        if (!cells.get(k).isEmpty()) {
          int splits = Integer.parseInt(cells.get(1));
          double mean =
              mean(cells.get(0), models.get(k).toLowerCase(java.util.Locale.ROOT), splits);
          double shown = Double.parseDouble(cells.get(k).replaceAll("[*\\\\]", "").split(" ")[0]);
          assertThat(shown).as(line + ": " + models.get(k)).isCloseTo(mean, within(6e-4));
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(60);
  }

  /**
   * The mean NLL of splits 1 to n, each the mean over its seeds, the last row of each; of sets that
   * the page calls rounded the NLL of that.
   */
  private static double mean(String label, String model, int splits) throws IOException {
    String set = label.replace(", rounded", "");
    boolean auto = model.equals("auto");
    String start = set + "," + model + "," + (auto ? "good" : "100") + ",";
    List<String> lines =
        Files.readAllLines(RESULTS.resolve((auto ? "auto" : "uci-regression") + ".csv"));
    List<String> header = List.of(lines.get(0).split(","));
    int seed = header.indexOf("seed");
    int score = header.indexOf(set.equals(label) ? "nll" : "nll_rounded");
    Map<Integer, Map<String, Double>> nll = new HashMap<>();
    for (String line : lines) {
      String[] cells = line.replaceAll("\"[^\"]*\"", "").split(",");
      if (line.startsWith(start) && score < cells.length && !cells[score].isEmpty()) {
        int split = Integer.parseInt(cells[3]);
        boolean first = seed >= cells.length || cells[seed].isEmpty();
        if (split <= splits) {
          nll.computeIfAbsent(split, k -> new HashMap<>())
              .put(first ? "" + split : cells[seed], Double.parseDouble(cells[score]));
        }
      }
    }
    return nll.values().stream()
        .mapToDouble(of -> of.values().stream().mapToDouble(value -> value).average().orElseThrow())
        .average()
        .orElseThrow();
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    for (String cell : line.substring(1, line.lastIndexOf('|')).split("\\|")) {
      cells.add(cell.trim());
    }
    return cells;
  }
}
