package io.github.tgp4j.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {
  private static final Set<String> VOID = Set.of("meta", "br", "link", "img");
  private static final Pattern SCRIPT = Pattern.compile("(?s)<script([^>]*)>(.*?)</script>");
  private static final Pattern STYLE = Pattern.compile("(?s)<style>(.*?)</style>");
  private static final String PAGE = ReportPage.render(everything());

  /** A report by hand that has every part. */
  private static Report everything() {
    double[] x = {0, 1, 2};
    double[] y = {1, 2, 4};
    Report.Measure nll = Report.Measure.smaller("NLL", "log density");
    return new Report(
        "The title",
        "The subtitle",
        List.of(new Report.Fact("Rows", "1,000")),
        new Report.Scores(
            List.of(nll, Report.Measure.near("coverage", "inside", 0.95)),
            List.of(
                new Report.Score("this model", new double[] {1, 0.99}),
                new Report.Score("SVGP baseline", new double[] {2, 0.94})),
            "Better."),
        new Report.Training(x, y, new double[] {Double.NaN, -2, -1}),
        new Report.Predicted("price", y, y, x, new double[] {2, 3, 5}, 0.95, "3 rows"),
        new Report.Calibrated(3, new double[] {0.5, 0.5}, x, y, "SVGP baseline", y, true),
        new Report.Classes(
            List.of("no", "yes"),
            new int[][] {{5, 1}, {2, 4}},
            new int[] {0, 9},
            new int[] {2, 1},
            new Report.Reliability(x, x, x, y, new int[] {1, 2, 3}),
            12),
        List.of(new Report.FlowPanel("G at x = 1", "f0", "G(f0)", x, y, x, y, x, true)),
        List.of(
            new Report.Dependence(
                "size", "price", x, null, false, y, List.of(new Report.Band("50%", x, y)), x),
            new Report.Dependence(
                "kind", "price", null, List.of("a", "b", "c"), false, y, List.of(), null)),
        new Report.Latent(
            "size", List.of("r1", "r2"), new double[] {1, 2}, x, new double[][] {{1, 0}, {0, 1}}),
        List.of("a note"));
  }

  private static Report nothing() {
    return new Report(
        "T", "", List.of(), null, null, null, null, null, List.of(), List.of(), null, List.of());
  }

  private static List<String> headings(String page) {
    List<String> out = new ArrayList<>();
    Matcher matcher = Pattern.compile("<h2>(.*?)</h2>").matcher(page);
    while (matcher.find()) {
      out.add(matcher.group(1));
    }
    return out;
  }

  @Test
  void everyPartHasItsSection() {
    assertThat(headings(PAGE))
        .containsExactly(
            "What was fitted, and how well",
            "Predicted against observed",
            "Calibration",
            "Predicted against observed classes",
            "What each input does",
            "The learnt flow",
            "The latent function, q(f0)",
            "Training",
            "Notes");
    assertThat(PAGE).contains("<h1>The title</h1>", "<dt>Rows</dt><dd>1,000</dd>", "a note");
  }

  @Test
  void partsWithoutDataAreLeftOut() {
    String page = ReportPage.render(nothing());
    assertThat(headings(page)).containsExactly("What was fitted, and how well");
    assertThat(page).doesNotContain("<canvas", "{{");
    assertThat(charts(page)).isEmpty();
  }

  @Test
  void everyCanvasHasAChartALabelAndASummary() {
    List<String> ids = new ArrayList<>();
    charts(PAGE).forEach(chart -> ids.add(chart.getAsJsonObject().get("id").getAsString()));
    assertThat(ids)
        .doesNotHaveDuplicates()
        .contains("predicted", "pit", "coverage", "reliability", "sure", "dependence-0")
        .contains("dependence-1", "flow-0", "latent", "covariance", "bound", "validation");
    Matcher figures =
        Pattern.compile(
                "(?s)<canvas id=\"([^\"]+)\" role=\"img\" aria-label=\"[^\"]{20,}\">.{0,90}?"
                    + "(?:<div class=\"scale\">.{0,60}?)?<figcaption>[^<]{20,}</figcaption>")
            .matcher(PAGE);
    List<String> figured = new ArrayList<>();
    while (figures.find()) {
      figured.add(figures.group(1));
    }
    assertThat(figured).containsExactlyElementsOf(ids);
  }

  @Test
  void nothingIsLoaded() {
    String markup = SCRIPT.matcher(STYLE.matcher(PAGE).replaceAll("")).replaceAll("");
    assertThat(markup).doesNotContainPattern("(?i)\\b(src|href|action|data)\\s*=");
    assertThat(markup).doesNotContainPattern("https?:");
    Matcher style = STYLE.matcher(PAGE);
    assertThat(style.find()).isTrue();
    assertThat(style.group(1)).doesNotContain("url(", "@import");
    assertThat(PAGE).doesNotContain("sourceMappingURL");
    assertThat(PAGE).contains("default-src 'none'").doesNotContain("unsafe");
  }

  @Test
  void thePolicyAllowsTheseScriptsOnly() throws Exception {
    Matcher scripts = SCRIPT.matcher(PAGE);
    int run = 0;
    while (scripts.find()) {
      if (!scripts.group(1).contains("application/json")) {
        assertThat(PAGE).contains("'sha256-" + sha256(scripts.group(2)) + "'");
        run++;
      }
    }
    assertThat(run).isEqualTo(2);
    assertThat(PAGE).contains("Chart.js v4.4.9", "Released under the MIT License");
  }

  private static String sha256(String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void tagsAreBalanced() {
    balanced(PAGE);
    balanced(ReportPage.render(nothing()));
  }

  private static void balanced(String page) {
    String markup = SCRIPT.matcher(STYLE.matcher(page).replaceAll("")).replaceAll("");
    Deque<String> open = new ArrayDeque<>();
    Matcher tags = Pattern.compile("<(/?)([a-z][a-z0-9]*)([^<>]*)>").matcher(markup);
    while (tags.find()) {
      if (VOID.contains(tags.group(2))) {
        continue;
      }
      if (tags.group(1).isEmpty()) {
        open.push(tags.group(2));
      } else {
        assertThat(open.pop()).as(tags.group()).isEqualTo(tags.group(2));
      }
    }
    assertThat(open).isEmpty();
  }

  @Test
  void namesThatAreAttacksAreText() {
    String page = ReportPage.render(SampleReports.nasty());
    balanced(page);
    Matcher scripts = SCRIPT.matcher(page);
    int count = 0;
    while (scripts.find()) {
      assertThat(scripts.group(2)).isNotEqualTo("alert(1)");
      count++;
    }
    assertThat(count).isEqualTo(3); // data, library, ours
    assertThat(page).doesNotContain("<script>alert");
    JsonArray charts = charts(page);
    assertThat(charts.toString()).contains("<script>alert(1)"); // whole again once it is read
  }

  private static JsonArray charts(String page) {
    Matcher data =
        Pattern.compile("(?s)<script type=\"application/json\" id=\"charts\">(.*?)</script>")
            .matcher(page);
    assertThat(data.find()).isTrue();
    assertThat(data.group(1)).doesNotContain("<", "NaN", "Infinity");
    return JsonParser.parseString(data.group(1)).getAsJsonArray();
  }

  @Test
  void theBestOfAColumnIsMarked() {
    Report.Scores scores = everything().scores();
    assertThat(ScoreTable.isBest(scores, 0, 0)).isTrue();
    assertThat(ScoreTable.isBest(scores, 1, 0)).isFalse();
    assertThat(ScoreTable.isBest(scores, 0, 1)).isFalse(); // 99% is further from 95% than 94%
    assertThat(ScoreTable.isBest(scores, 1, 1)).isTrue();
  }
}
