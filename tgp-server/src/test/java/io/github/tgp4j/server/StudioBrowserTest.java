package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The studio in a real browser, as people use it: from a dropped table to a downloaded prediction,
 * with nothing complained about and nothing serious found by axe-core.
 */
class StudioBrowserTest {
  private static final String PICTURES = System.getProperty("tgp.pictures"); // where to, or null

  @TempDir(cleanup = CleanupMode.NEVER) // the browser may still write its profile
  private static Path work;

  private static TgpServer server;
  private static Browser browser;
  private static Optional<Axe> axe;

  private String look = "light";

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> program = Browser.find();
    assumeTrue(
        program.isPresent(), "skipped: no Chromium or Chrome on the PATH to open the studio in");
    axe = Axe.find();
    if (axe.isEmpty()) {
      System.out.println(
          "StudioBrowserTest: axe-core is not installed, so pages are not checked"
              + " by it (.ci/run installs it)");
    }
    server = TgpServer.start(ServerSettings.of(work.resolve("home")).port(0));
    browser = Browser.start(program.get(), work);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void daylight() {
    look("light", 1280, 900);
  }

  @AfterEach
  void nothingWasComplainedAbout() {
    assertThat(browser.complaints()).isEmpty();
  }

  private void look(String name, int width, int height) {
    look = name;
    browser.window(width, height);
    browser.dark(name.equals("dark"));
  }

  /** What is on the screen is complete, and readable by everyone. */
  private void seen(String screen) throws IOException {
    assertThat(browser.text("#command code")).startsWith("tgp ").isNotBlank();
    seenWithoutCommand(screen);
  }

  private void seenWithoutCommand(String screen) throws IOException {
    if (PICTURES != null) {
      browser.picture(
          Files.createDirectories(Path.of(PICTURES)).resolve(screen + "-" + look + ".png"));
    }
    assertThat(
            browser
                .js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                .getAsInt())
        .as("%s, %s: wider than the window", screen, look)
        .isLessThanOrEqualTo(0);
    if (axe.isPresent()) {
      assertThat(axe.get().check(browser)).as("%s, %s", screen, look).isEmpty();
    }
  }

  private static String numbers(int rows, boolean answers) {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder out = new StringBuilder("area,rooms,city" + (answers ? ",price" : "") + "\n");
    for (int i = 0; i < rows; i++) {
      double area = 20 + 130 * random.nextDouble();
      int rooms = 1 + random.nextInt(5);
      String city = i % 3 == 0 ? "Oslo" : i % 3 == 1 ? "Bergen" : "Å, \"by\"";
      double price = 40 + 2.5 * area + 12 * rooms + 18 * random.nextGaussian();
      out.append(
              line(i % 11 == 5 ? "" : text(area), rooms, "\"" + city.replace("\"", "\"\"") + "\""))
          .append(answers ? "," + text(price) : "")
          .append('\n');
    }
    return out.toString();
  }

  private static String classes(int rows, boolean answers) {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder out = new StringBuilder("length,width" + (answers ? ",kind" : "") + "\n");
    for (int i = 0; i < rows; i++) {
      double length = 1 + 6 * random.nextDouble();
      double width = 3 * random.nextDouble();
      double sum = length + width + 0.7 * random.nextGaussian();
      String kind = sum < 4 ? "tulip" : sum < 6.5 ? "rose" : "lily";
      out.append(line(text(length), text(width))).append(answers ? "," + kind : "").append('\n');
    }
    return out.toString();
  }

  private static String times(int rows, boolean answers) {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder out = new StringBuilder("day,wind" + (answers ? ",demand" : "") + "\n");
    for (int i = 0; i < rows; i++) {
      String day = java.time.LocalDate.of(2024, 1, 1).plusDays(3L * i).toString();
      double wind = 10 * random.nextDouble();
      double demand =
          100 + 30 * Math.cos(2 * Math.PI * 3 * i / 365.0) - 2 * wind + 5 * random.nextGaussian();
      out.append(line(day, text(wind))).append(answers ? "," + text(demand) : "").append('\n');
    }
    return out.toString();
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String line(Object... values) {
    return String.join(",", List.of(values).stream().map(String::valueOf).toList());
  }

  /** Drops a table, looks at what is in it, fits a plain GP, and stays at what came of it. */
  private void fit(String name, String table, String target) throws IOException {
    browser.open(server.url() + "/");
    seen("home");
    browser.drop(".drop", name + ".csv", table);
    browser.until("document.querySelector('.fit-form')");
    assertThat(browser.text("h1")).isEqualTo(name + ".csv");
    assertThat(browser.js("document.querySelector('#target').value").getAsString())
        .isEqualTo(target);
    browser.js("document.querySelector('.more').open = true");
    browser.choose("#kind", "svgp");
    seen(name + "-table");
    assertThat(browser.text("#command code"))
        .isEqualTo(
            "tgp fit "
                + name
                + ".csv --target "
                + target
                + " --model svgp --out "
                + name
                + ".tgp --report "
                + name
                + ".html");
    String command = browser.text("#command code");
    browser.click(".fit-form button.primary", "Fit a model of " + target);
    browser.until("document.querySelector('.answer .conclusion')");
    assertThat(browser.text(".screen .pill")).isEqualTo("Done");
    assertThat(browser.text("#command code")).isEqualTo(command); // as the server tells it
    assertThat(browser.js("document.querySelectorAll('.board tbody tr').length").getAsInt())
        .isPositive();
    seen(name + "-fit");
  }

  /** Explores, checks and downloads; returns what was predicted for a file of new rows. */
  private List<String> use(String name, String more) throws IOException {
    browser.click(".answer a", "Explore it");
    browser.until("document.querySelector('.answer-now .lead b')");
    browser.until("document.querySelectorAll('.said .grid figure').length > 1");
    browser.js("document.querySelector('.said > details').open = true");
    browser.until("document.querySelector('.flows p')");
    assertThat(browser.text("#command code")).contains("| tgp predict " + name + ".tgp -");
    seenWithoutCommand(name + "-explore");
    browser.click(".tabs a", "Where it errs");
    browser.click(".chips .chip", ":");
    browser.until("document.querySelector('#rows tbody tr')");
    seen(name + "-check");
    browser.click("#rows a", "Explore"); // from that row on
    browser.until("location.hash.includes('/explore/') && document.querySelector('.lead b')");
    browser.click(".tabs a", "Details");
    browser.click(".download button", "Download " + name + ".tgp");
    assertThat(browser.downloaded(name + ".tgp")).isNotEmptyFile();
    browser.click(".download button", "Download " + name + ".html");
    assertThat(Files.readString(browser.downloaded(name + ".html"))).contains("<h1>");
    seen(name + "-about");
    browser.click(".tabs a", "Predict a file");
    browser.until("document.querySelector('#panel .drop')");
    browser.drop("#panel .drop", name + "-new.csv", more);
    browser.click("#download", "Download");
    seen(name + "-predict");
    return Files.readAllLines(browser.downloaded(name + "-new-predictions.csv"));
  }

  private static String column(List<String> lines, int row, String name) {
    List<String> head = List.of(lines.get(0).split(","));
    String[] cells = lines.get(row).split(",");
    return cells[cells.length - (head.size() - head.indexOf(name))]; // texts may have commas
  }

  @Test
  void numbersByDay() throws Exception {
    fit("houses", numbers(150, true), "price");
    assertThat(browser.text(".answer .badge")).isEqualTo("Good");
    List<String> lines = use("houses", numbers(40, false));
    assertThat(lines).hasSize(41);
    assertThat(lines.get(0)).isEqualTo("area,rooms,city,mean,sd,q0.05,q0.5,q0.95");
    double mean = Double.parseDouble(column(lines, 1, "mean"));
    assertThat(mean).isBetween(80.0, 520.0);
    assertThat(Double.parseDouble(column(lines, 1, "q0.05"))).isLessThan(mean);
  }

  @Test
  void classesInTheDark() throws Exception {
    look("dark", 1280, 900);
    fit("flowers", classes(150, true), "kind");
    List<String> lines = use("flowers", classes(30, false));
    assertThat(lines).hasSize(31);
    assertThat(lines.get(0)).isEqualTo("length,width,class,p_lily,p_rose,p_tulip");
    assertThat(column(lines, 1, "class")).isIn("lily", "rose", "tulip");
    browser.js("location.hash = '#/model/flowers/check'");
    browser.click(".confusion button", "");
    browser.until("document.querySelector('#rows h2').textContent.includes('called')");
  }

  @Test
  void timesOnAPhone() throws Exception {
    look("phone", 390, 844);
    fit("power", times(150, true), "demand");
    List<String> lines = use("power", times(25, false));
    assertThat(lines).hasSize(26);
    assertThat(lines.get(0)).isEqualTo("day,wind,mean,sd,q0.05,q0.5,q0.95");
    assertThat(Double.parseDouble(column(lines, 3, "mean"))).isBetween(50.0, 150.0);
  }

  @Test
  void aFitCanBeCancelledAndGoesOn() {
    browser.open(server.url() + "/");
    browser.drop(".drop", "slow.csv", numbers(400, true));
    browser.until("document.querySelector('.fit-form')");
    browser.js("document.querySelector('#quality-best').click()");
    assertThat(browser.text("#command code")).contains("--quality best");
    browser.click(".fit-form button.primary", "Fit");
    for (int round = 0; round < 2; round++) {
      browser.until("document.querySelector('.running progress')");
      browser.click(".running button", "Cancel");
      browser.until("document.querySelector('.screen .pill').textContent === 'Cancelled'");
      if (round == 0) {
        browser.click(".running button", "Go on");
      }
    }
  }

  @Test
  void severalTargetsAndWhatIsDeleted() throws Exception {
    browser.open(server.url() + "/");
    browser.drop(".drop", "pair.csv", numbers(120, true));
    browser.until("document.querySelector('.fit-form')");
    browser.js("document.querySelector('.more').open = true");
    browser.choose("#kind", "svgp");
    browser.js("document.getElementById('also-area').click()");
    assertThat(browser.text("#command code")).contains("--target price,area --model svgp");
    seen("pair-table");
    browser.click(".fit-form button.primary", "Fit a model of price and area");
    browser.until("document.querySelectorAll('.answer .conclusion').length === 2");
    seen("pair-fit");
    browser.click(".answer a", "Explore it");
    browser.until("document.querySelectorAll('.answer-now .lead b').length > 1");
    seenWithoutCommand("pair-explore");
    browser.click(".tabs a", "Details");
    browser.click("#panel button", "Delete this model");
    browser.click("#panel button", "Delete for good?");
    browser.until("location.hash === '#/models'");
    browser.open(server.url() + "/");
    for (String what : List.of("pairfit", "pair.csv")) { // the fit, then the table
      String line =
          "[...document.querySelectorAll('.list li')].find(l => l.textContent.replace(/\\s+/g, '').startsWith('"
              + what
              + "'))";
      browser.until(line);
      browser.js(line + ".querySelector('button').click()");
      browser.js(line + ".querySelector('button').click()");
      browser.until("!" + line);
    }
  }

  @Test
  void namesThatAreAttacksAreText() throws Exception {
    String name = "<img src=x onerror=alert(1)>";
    StringBuilder table = new StringBuilder(name + "," + "long_".repeat(30) + ",y\n");
    for (int i = 0; i < 30; i++) {
      table.append("<b>").append(i % 3).append("</b>,").append(i * i).append(',').append(i);
      table.append('\n');
    }
    look("phone", 390, 844);
    browser.open(server.url() + "/");
    browser.drop(".drop", "<script>.csv", table.toString());
    browser.until("document.querySelector('.fit-form')");
    assertThat(browser.text(".column h3")).isEqualTo(name);
    assertThat(browser.js("document.querySelector('main img, main script, main b b')").isJsonNull())
        .isTrue();
    seen("attacks");
  }

  @Test
  void aSliderMovesThePredictionByKey() throws Exception {
    try (TgpServer other =
        TgpServer.start(
            ServerSettings.of(work.resolve("files"))
                .models(List.of(Samples.models(work.resolve("models"))))
                .port(0))) {
      browser.open(other.url() + "/#/model/houses");
      browser.until("document.querySelector('.answer-now .lead b')");
      String before = browser.text(".lead");
      browser.js("document.querySelector('input[type=range]').focus()");
      for (int k = 0; k < 3; k++) {
        browser.press("PageUp");
      }
      browser.until("document.querySelector('.lead').textContent !== '" + before + "'");
      browser.click(".tabs a", "Where it errs");
      browser.until("document.querySelector('.empty')"); // a file brings no held-out rows
      browser.js("document.querySelector('#panel > details').open = true");
      String table = new String(Samples.housesCsv(), java.nio.charset.StandardCharsets.UTF_8);
      browser.drop("#panel .drop", "later.csv", table);
      browser.until("document.querySelector('.answer .conclusion')");
      browser.open(other.url() + "/#/compare");
      browser.js("[...document.querySelectorAll('.checks input')].forEach(e => e.click())");
      browser.click("main .actions button", "Compare");
      browser.until("document.querySelector('main table tbody tr')");
      seen("compare");
      browser.js(
          "[...document.querySelectorAll('.checks input')].forEach(e => e.checked || e.click())");
      browser.click("main .actions button", "Compare");
      browser.until("document.querySelector('.failure')"); // they predict different targets
      assertThat(browser.text(".failure p")).contains("compare models of the same target");
      assertThat(browser.complaints()).hasSize(1).first().asString().contains("400");
    }
  }

  @Test
  void playgroundFitsWhatIsClicked() throws Exception {
    browser.open(server.url() + "/#/playground");
    browser.until("document.querySelector('.stage').textContent.startsWith('40 points')");
    browser.js(
        "(() => { const c = document.querySelector('.play canvas'); const b ="
            + " c.getBoundingClientRect(); c.dispatchEvent(new MouseEvent('click', {clientX: b.left"
            + " + b.width / 2, clientY: b.top + b.height / 3, bubbles: true})); })()");
    browser.until("document.querySelector('.stage').textContent.startsWith('41 points')");
    browser.choose("#play-flow", "sal(1)");
    browser.until("document.querySelector('#command code').textContent.includes('--flow')");
    browser.click(".add button", "Add");
    browser.until("document.querySelector('.stage').textContent.startsWith('42 points')");
    seen("playground");
  }

  @Test
  void saysWhatIsWrongAndWhatThereIsNot() throws Exception {
    browser.open(server.url() + "/");
    browser.drop(".drop", "photo.png", "no table");
    browser.until("document.querySelector('.drop .problem')");
    assertThat(browser.text(".drop .problem")).contains("expected the name of a table");
    browser.open(server.url() + "/#/model/nobody");
    browser.until("document.querySelector('.failure')");
    seenWithoutCommand("failure");
    browser.open(server.url() + "/#/models");
    browser.until("document.querySelector('main h1').textContent === 'Models'");
    seen("models");
    assertThat(browser.complaints()).hasSize(2); // the browser tells of 400 and 404
  }

  @Test
  void asksForAKeyWhereOneIsNeeded() throws Exception {
    Path keys = Files.writeString(work.resolve("keys.txt"), "admin a-long-enough-key-for-tests\n");
    try (TgpServer locked =
        TgpServer.start(ServerSettings.of(work.resolve("locked")).keys(Keys.read(keys)).port(0))) {
      browser.open(locked.url() + "/#/models");
      browser.until("document.querySelector('dialog[open]')");
      seenWithoutCommand("key");
      browser.js("document.querySelector('#key').value = 'a-long-enough-key-for-tests'");
      browser.click("dialog button", "Continue");
      browser.until("document.querySelector('main .empty')");
      assertThat(browser.complaints()).isNotEmpty().allMatch(text -> text.contains("401"));
    }
  }

  @Test
  void loadsLittleAndNothingFromElsewhere() {
    browser.open(server.url() + "/");
    String sizes = "performance.getEntriesByType('resource')";
    assertThat(browser.js(sizes + ".every(e => e.name.startsWith(location.origin))").getAsBoolean())
        .isTrue();
    assertThat(browser.js(sizes + ".reduce((a, e) => a + e.decodedBodySize, 0)").getAsInt())
        .isBetween(200_000, 2_000_000);
  }
}
