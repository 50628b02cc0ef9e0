package io.github.tgp4j.benchmarks.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The first screen of a report says what a person should conclude, and fresh rows bear it out. With
 * quick fits: {@code ./bench people} does it with those that people get.
 */
class TenTablesTest {
  private static final int ROWS = 300;
  private static final int FRESH = 1500;

  /** The row of this model, down to the CRPS, or the Brier score of classes. */
  private static final Pattern ALL_SCORES =
      Pattern.compile(
          "(?s)<tr class=\"this\"><th.*?</th>(<td>(<span class=\"best\">)?[−\\d][^–]*?</td>){3,}</tr>");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(TenTables.class)
  void theFirstScreenIsTrue(TenTables table) throws IOException {
    Path data = Files.writeString(directory.resolve("data.csv"), table.csv(ROWS, 1));
    Path fresh = Files.writeString(directory.resolve("fresh.csv"), table.csv(FRESH, 2));
    Path model = directory.resolve("m.tgp");
    Path page = directory.resolve("r.html");
    Command fit = fit(table, data, model, page);
    assertThat(fit.code()).as(fit.err()).isZero();
    Command scored = Command.run("evaluate", model, fresh);
    assertThat(scored.code()).as(scored.err()).isZero();
    String html = Files.readString(page);
    assertThat(html).containsPattern(ALL_SCORES);
    FirstScreen screen = FirstScreen.of(html, scored.out());
    assertThat(screen.faults(table, 0.3)).as(screen.answer()).isEmpty();
  }

  /** Quick fits: the choice of a model has its own tests. */
  private static Command fit(TenTables table, Path data, Path model, Path page) {
    String kind =
        switch (table) {
          case PRICES, PROPORTIONS -> "vwgp";
          default -> "svgp";
        };
    List<Object> args =
        new ArrayList<>(
            List.of("fit", data, "--target", table.target, "--model", kind, "--out", model));
    args.addAll(List.of("--report", page, "--json", "--inducing", 25, "--validation", 0.4));
    args.addAll(List.of("--epochs", 100));
    if (table == TenTables.OUTLIERS) {
      args.addAll(List.of("--likelihood", "student-t(4, learnt)"));
    }
    return Command.run(args.toArray());
  }

  /** A check that cannot fail says nothing. */
  @Test
  void whatIsNotTrueIsFound() {
    String answer =
        "<section id=\"answer\"><p class=\"badge\">Good</p> Typical error 10 (5% of the average)."
            + " 95% intervals held 95% of 120 held-out rows: they can be trusted."
            + " What drives the prediction: year</section>";
    String fresh = "Typical error 20.5. 95% intervals held 60% of 1500 rows";
    assertThat(FirstScreen.of(answer, fresh).faults(TenTables.PRICES, 0.3))
        .hasSize(4)
        .anyMatch(fault -> fault.contains("area to drive"))
        .anyMatch(fault -> fault.contains("year not to drive"))
        .anyMatch(fault -> fault.contains("2.05 times"))
        .anyMatch(fault -> fault.contains("held 60.0%"));
    assertThat(FirstScreen.of(answer.replace("Good", "Fair"), fresh).faults(TenTables.PRICES, 0.3))
        .hasSize(5);
  }
}
