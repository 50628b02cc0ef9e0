package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rows that pages show say where they come from, and were made as tuning has it. */
class OriginsTest {
  private static final Path RESULTS = Path.of("..", "docs", "results");

  /** What {@link Origin} says of rows that lack something; "None" of them all. */
  private static final Pattern LACKING =
      Pattern.compile("(\\d+|None of the) rows? (?:does not record|do not record|records) ");

  @Test
  void rowsSayWhereTheyComeFrom() throws IOException {
    Map<String, String> lacking = new TreeMap<>();
    List<Path> pages;
    try (Stream<Path> all = Files.list(RESULTS)) {
      pages = Stream.concat(all, Stream.of(RESULTS.resolve("../reliability.md"))).toList();
    }
    for (Path page : pages) {
      if (page.toString().endsWith(".md")) {
        Matcher found = LACKING.matcher(Files.readString(page));
        if (found.find()) {
          lacking.put(page.getFileName().toString(), found.group(1));
        }
      }
    }
    assertThat(lacking).isEmpty();
  }

  /** Its deep GPs were not tuned and have a plan of before; the page about them says so. */
  private static final String OLD_DEEP = "wine-red";

  /** With 100 inducing points, for which plans are tuned. */
  @Test
  void rowsAreOfTheBestPlanOfTheirGrid() throws IOException {
    TunedRecipes recipes = new TunedRecipes(RESULTS);
    int checked = 0;
    for (ResultRow row : new ResultFile(RESULTS, "uci-regression").rows()) {
      ResultRow.Key key = row.key();
      boolean old = key.data().equals(OLD_DEEP) && RegressionRecipes.isDeep(key.model());
      if (key.inducing() == 100 && RegressionRecipes.MODELS.contains(key.model()) && !old) {
        assertThat(row.spec())
            .as(key.toString())
            .isEqualTo(recipes.of(key.data(), key.model()).toString());
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(300);
  }
}
