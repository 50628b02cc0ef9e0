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
  private static final Set<String> VOID = Set.of("meta", "br", "link", "img", "input");
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
        new Report.Answer(
            Grade.FAIR,
            "It predicts.",
            List.of("Typical error 3."),
            List.of(new Report.Tile("Typical error", "3", "guessing: 5")),
            "A warning."),
        inputs(x, y),
        checks(x, y),
        new Report.Scores(
            List.of(nll, Report.Measure.near("coverage", "inside", 0.95)),
            List.of(
                new Report.Score("this model", "", new double[] {1, 0.99}),
                new Report.Score("plain GP", "svgp", new double[] {2, 0.94})),
            List.of(new Report.Score("warped GP", "vwgp", new double[] {1.5})),
            "Better."),
        new Report.Technical(
            List.of(new Report.Fact("Rows", "1,000")),
            new Report.Training(x, y, new double[] {Double.NaN, -2, -1}),
            List.of(new Report.FlowPanel("G at x = 1", "f0", "G(f0)", x, y, x, y, x, true)),
            new Report.Latent(
                "size",
                List.of("r1", "r2"),
                new double[] {1, 2},
                x,
                new double[][] {{1, 0}, {0, 1}})),
        List.of("a note"));
  }

  private static Report.Inputs inputs(double[] x, double[] y) {
    List<Report.Band> bands = List.of(new Report.Band("50%", x, y), new Report.Band("95%", x, y));
    return new Report.Inputs(
        new Report.Importance(
            List.of("size", "kind"),
            new double[] {2, 0.1},
            new double[] {0.3, 0},
            new boolean[] {true, false},
            false,
            "3 rows",
            2),
        List.of(
            new Report.Dependence("size", "price", x, null, false, false, y, bands, x, false, null),
            new Report.Dependence(
                "kind",
                "price",
                null,
                List.of("a", "b", "c"),
                false,
                false,
                y,
                bands,
                null,
                true,
                null)),
        new Report.Series("when", true, "price", x, y, y, x, y, "3 rows"),
        null);
  }

  private static Report.Checks checks(double[] x, double[] y) {
    return new Report.Checks(
        new Report.Histogram("price", new double[] {0, 1, 2}, new int[] {3, 4}, 1, 1),
        new Report.Predicted("price", y, y, x, new double[] {2, 3, 5}, 0.95, "3 rows"),
        new Report.Calibrated(
            3, new double[] {0.5, 0.5}, x, y, 0.94, Verdict.Trust.RIGHT, "plain GP", y, true),
        new Report.Classes(
            List.of("no", "yes"),
            new int[][] {{5, 1}, {2, 4}},
            new int[] {0, 9},
            new int[] {2, 1},
            new Report.Reliability(x, x, x, y, new int[] {1, 2, 3}),
            List.of(
                new Report.OneAgainstAll(
                    "yes",
                    new double[] {0, 0.5},
                    new int[] {6, 2},
                    new int[] {6, 1},
                    new Report.Points(x, y),
                    0.8)),
            12),
        new Report.Worst(
            List.of("price", "predicted"), List.of(List.of("3", "9")), "Look here first."));
  }

  private static Report nothing() {
    return new Report(
        "T",
        "",
        null,
        new Report.Inputs(null, List.of(), null, null),
        new Report.Checks(null, null, null, null, null),
        null,
        new Report.Technical(List.of(), null, List.of(), null),
        List.of());
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
            "What drives the prediction",
            "What each input does",
            "Over time",
            "Predicted and observed",
            "Can the intervals be trusted?",
            "Which class is taken for which",
            "Can the probabilities be trusted?",
            "Rows predicted worst",
            "Beside guessing and other models",
            "What was decided about the data",
            "Technical details",
            "Words on this page");
    assertThat(PAGE.indexOf("It predicts.")).isPositive().isLessThan(PAGE.indexOf("<h2>"));
    assertThat(PAGE).contains("<h1>The title</h1>", "<dt>Rows</dt><dd>1,000</dd>", "a note");
  }

  @Test
  void partsWithoutDataAreLeftOut() {
    String page = ReportPage.render(nothing());
    assertThat(headings(page)).containsExactly("Words on this page");
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
        .contains("dependence-1", "flow-0", "latent", "covariance", "bound", "validation")
        .contains("importance-error", "importance-nll", "series", "histogram", "roc");
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
    assertThat(markup).doesNotContainPattern("(?i)\\b(src|action|data)\\s*=");
    assertThat(markup)
        .doesNotContainPattern("(?i)\\bhref\\s*=\\s*\"?[^\"#]"); // within the page only
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
    assertThat(run).isEqualTo(3);
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
    assertThat(count).isEqualTo(5); // charts, panels, library, drawing, page
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

  /** What people need not know is there, closed. */
  @Test
  void theoryIsFolded() {
    int fold = PAGE.indexOf("<summary>For readers who know");
    assertThat(PAGE.indexOf("The learnt flow")).isGreaterThan(fold);
    assertThat(PAGE.indexOf("<dt>Rows</dt>")).isGreaterThan(fold);
    assertThat(PAGE).doesNotContain("<details open");
    int flat = PAGE.indexOf("<summary>One effect that is next to flat");
    assertThat(PAGE.indexOf("id=\"dependence-0\" role")).isPositive().isLessThan(flat);
    assertThat(PAGE.indexOf("id=\"dependence-1\" role")).isGreaterThan(flat);
  }

  @Test
  void everyLinkOfTheContentsLeadsSomewhere() {
    for (String page :
        List.of(PAGE, ReportPage.render("A", "b", List.of(everything(), everything())))) {
      Matcher links = Pattern.compile("href=\"#([^\"]+)\"").matcher(page);
      int count = 0;
      while (links.find()) {
        assertThat(page).containsOnlyOnce(" id=\"" + links.group(1) + "\"");
        count++;
      }
      assertThat(count).isGreaterThan(10);
    }
  }

  @Test
  void severalTargetsAreAPartEach() {
    String page = ReportPage.render("Two", "b", List.of(everything(), everything()));
    assertThat(page).contains("id=\"t1-answer\"", "id=\"t2-answer\"", "id=\"t2-predicted\"");
    List<String> ids = new ArrayList<>();
    charts(page).forEach(chart -> ids.add(chart.getAsJsonObject().get("id").getAsString()));
    assertThat(ids).doesNotHaveDuplicates().contains("t1-pit", "t2-pit");
    balanced(page);
  }

  @Test
  void aPageIsSmall() {
    assertThat(PAGE.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(400_000);
    String classes = ReportPage.render(SampleReports.classes(5));
    assertThat(classes.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2_000_000);
  }

  /** Of many inputs only the strongest are measured; the page says so. */
  @Test
  void inputsThatWereNotMeasuredAreCountedToo() {
    Report.Importance some =
        new Report.Importance(
            List.of("a", "b"),
            new double[] {2, 0.1},
            new double[] {1, 0},
            new boolean[] {true, false},
            false,
            "9 rows",
            300);
    assertThat(ImportanceSection.of(some).finish(""))
        .contains("for the 2 of 300 inputs that move the predictions most")
        .contains("1 of the strongest 2 inputs matters beyond chance");
  }

  @Test
  void theBestOfAColumnIsMarked() {
    Report.Scores scores = everything().scores();
    assertThat(ScoreTable.isBest(scores, 0, 0)).isTrue();
    assertThat(ScoreTable.isBest(scores, 1, 0)).isFalse();
    assertThat(ScoreTable.isBest(scores, 0, 1)).isFalse(); // 99% is further from 95% than 94%
    assertThat(ScoreTable.isBest(scores, 1, 1)).isTrue();
  }

  @Test
  void textsBeginAtTheLeftAndNumbersEndAtTheRight() {
    String table =
        Tables.html(
            "worst",
            List.of("price", "colour", "size"),
            List.of(List.of("12", "red", "−3"), List.of("7", "5 or so", "missing")));
    assertThat(table)
        .contains("<th scope=\"col\">price</th><th scope=\"col\" class=\"text\">colour</th>")
        .contains("<td>7</td><td class=\"text\">5 or so</td><td>missing</td>");
  }
}
