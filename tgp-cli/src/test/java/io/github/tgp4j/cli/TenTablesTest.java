package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first screen of a report says what a person should conclude, and fresh rows bear it out. */
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
    Path data = Samples.write(directory, "data.csv", table.csv(ROWS, 1));
    Path fresh = Samples.write(directory, "fresh.csv", table.csv(FRESH, 2));
    Path model = directory.resolve("m.tgp");
    Path page = directory.resolve("r.html");
    Run fit = fit(table, data, model, page);
    assertThat(fit.code()).as(fit.err()).isZero();
    String html = Files.readString(page);
    String answer = answer(html);
    assertThat(html).containsPattern(ALL_SCORES);
    assertThat(answer).containsPattern("class=\"badge\">(" + table.grade + ")<");
    if (table == TenTables.OUTLIERS) {
      assertThat(answer).contains("extremely far from all others");
    } else {
      assertThat(answer).doesNotContain("extremely far");
    }
    if (table.driver != null) {
      assertThat(answer)
          .containsPattern("(drives the prediction:|only input is) (" + table.driver + ")");
    }
    Run scored = Run.of("evaluate", model, fresh);
    assertThat(scored.code()).as(scored.err()).isZero();
    bearsOut(answer, scored.out());
  }

  /** Quick fits: the choice of a model has its own tests. */
  private static Run fit(TenTables table, Path data, Path model, Path page) {
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
    return Run.of(args.toArray());
  }

  private static String answer(String page) {
    Matcher first = Pattern.compile("(?s)<section id=\"answer\">(.*?)</section>").matcher(page);
    assertThat(first.find()).isTrue();
    return first.group(1);
  }

  private static double number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(pattern + " in " + text).isTrue();
    return Double.parseDouble(found.group(1).replace(",", ""));
  }

  /** The numbers of the first screen, within what 120 rows can say. */
  private static void bearsOut(String answer, String fresh) {
    if (answer.contains("most probable class")) {
      String right = "class is right for ([\\d.]+)%";
      assertThat(number(answer, right)).isCloseTo(number(fresh, right), within(8.0));
      return;
    }
    double ratio =
        number(fresh, "Typical error ([\\d.,]+)") / number(answer, "Typical error ([\\d.,]+)");
    assertThat(ratio).isBetween(0.3, 1.4); // the last fit, to all rows, may do better
    double covered = number(fresh, "intervals held ([\\d.]+)%");
    if (answer.contains("can be trusted")) {
      assertThat(covered).isGreaterThan(89);
    } else if (answer.contains("too narrow")) {
      assertThat(covered).isLessThan(96);
    } else {
      assertThat(covered).isGreaterThan(95);
    }
  }
}
