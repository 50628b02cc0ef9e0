package io.github.tgp4j.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Pages in a real browser: every chart drawn, nothing complained about. */
class ReportBrowserTest {
  private static final Pattern CHARTS = Pattern.compile("<html[^>]* data-charts=\"(\\d+)\"");
  private static final Pattern ERRORS = Pattern.compile("<html[^>]* data-errors=\"([^\"]*)\"");

  @TempDir(cleanup = CleanupMode.NEVER) // the browser may still write its profile
  Path work;

  private void opens(Report report, String... options) throws IOException, InterruptedException {
    Optional<Chromium> browser = Chromium.find(work);
    assumeTrue(browser.isPresent(), "no Chromium or Chrome on the PATH");
    String html = ReportPage.render(report);
    Path page = Files.writeString(work.resolve("report.html"), html);
    Chromium.Opened opened = browser.get().open(page, "#open", options); // folded charts too
    int expected = count(html, "<canvas ");
    assertThat(expected).isPositive();
    assertThat(first(ERRORS, opened.dom())).isEmpty();
    assertThat(first(CHARTS, opened.dom())).isEqualTo(Integer.toString(expected));
    assertThat(opened.log()).doesNotContain("CONSOLE");
  }

  private static String first(Pattern pattern, String dom) {
    Matcher matcher = pattern.matcher(dom);
    assertThat(matcher.find()).as("%s in the page's root", pattern).isTrue();
    return matcher.group(1);
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  @Test
  void regression() throws Exception {
    opens(SampleReports.regression("sal(1)", 100, 20));
  }

  @Test
  void flowFromANetworkInTheDark() throws Exception {
    opens(
        SampleReports.regression("sal(1) @ mlp(5, tanh, dropout=0.5)", 100, 20),
        "--blink-settings=preferredColorScheme=0");
  }

  @Test
  void classesOnAPhone() throws Exception {
    opens(SampleReports.classes(20), "--window-size=390,800");
  }

  private static double[] shown(Chromium.Opened opened) {
    String values =
        first(Pattern.compile("id=\"whatif\"[^>]* data-values=\"([^\"]+)\""), opened.dom());
    return Stream.of(values.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  /** Where its sliders stand at first, the page computes what Java does. */
  @Test
  void whatIfComputesAsJavaDoes() throws Exception {
    Optional<Chromium> browser = Chromium.find(work);
    assumeTrue(browser.isPresent(), "no Chromium or Chrome on the PATH");
    Report report = SampleReports.regression("sal(1)", 100, 60);
    Report.WhatIf whatIf = report.inputs().whatIf();
    Path page = Files.writeString(work.resolve("report.html"), ReportPage.render(report));
    double[] found = shown(browser.get().open(page, ""));
    double[] wanted = WhatIfMaker.values(whatIf.copy().at(SampleReports.start(whatIf)), false);
    assertThat(found).hasSameSizeAs(WhatIfMaker.LEVELS);
    double width = wanted[wanted.length - 1] - wanted[0];
    assertThat(found).containsExactly(wanted, within(1e-4 * width));
  }

  @Test
  void namesThatAreAttacks() throws Exception {
    opens(SampleReports.nasty());
  }

  /** Before printing all charts are drawn anew for paper. */
  @Test
  void printsInTheDark() throws Exception {
    Optional<Chromium> browser = Chromium.find(work);
    assumeTrue(browser.isPresent(), "no Chromium or Chrome on the PATH");
    Path page =
        Files.writeString(work.resolve("report.html"), ReportPage.render(SampleReports.nasty()));
    Path pdf = work.resolve("report.pdf");
    Chromium.Opened opened =
        browser
            .get()
            .run(page, List.of("--print-to-pdf=" + pdf, "--blink-settings=preferredColorScheme=0"));
    assertThat(opened.log()).doesNotContain("CONSOLE");
    assertThat(Files.readAllBytes(pdf)).startsWith('%', 'P', 'D', 'F').hasSizeGreaterThan(50_000);
  }

  /** The check itself must be able to fail: a page whose data are broken says so. */
  @Test
  void aBrokenPageIsNoticed() throws Exception {
    Optional<Chromium> browser = Chromium.find(work);
    assumeTrue(browser.isPresent(), "no Chromium or Chrome on the PATH");
    String html =
        ReportPage.render(SampleReports.warped(5))
            .replace("\"id\":\"pit\",\"kind\":\"xy\"", "\"id\":\"missing\",\"kind\":\"xy\"");
    Path page = Files.writeString(work.resolve("broken.html"), html);
    Chromium.Opened opened = browser.get().open(page, "#open");
    assertThat(first(ERRORS, opened.dom())).isNotEmpty();
    assertThat(first(CHARTS, opened.dom())).isNotEqualTo(Integer.toString(count(html, "<canvas ")));
    assertThat(opened.log()).contains("CONSOLE");
  }
}
