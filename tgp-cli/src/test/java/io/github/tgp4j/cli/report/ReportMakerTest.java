package io.github.tgp4j.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.RandomTrees;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportMakerTest {
  private static final SampleReports.Sample DATA = SampleReports.sample(120, 1);

  private static TgpModel model(String flow, int steps) {
    return Tgp.builder()
        .flow(flow)
        .inducing(10)
        .nodes(12)
        .plan(TrainingPlan.ofSteps(steps))
        .fit(DATA.x(), Matrix.column(DATA.y()));
  }

  @Test
  void aRegressionHasAllItsParts() {
    Report report = SampleReports.regression("sal(1)", 100, 40);
    assertThat(report.scores().rows())
        .extracting(Report.Score::model)
        .containsExactly("this model", "guessing", "plain GP");
    assertThat(report.scores().tried().get(0).values()).containsExactly(1.234);
    assertThat(report.scores().summary()).contains("plain GP", "300 held-out rows");
    assertThat(report.checks().predicted().observed()).hasSize(300);
    assertThat(Arrays.stream(report.checks().calibration().histogram()).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(report.checks().calibration().baseline())
        .hasSameSizeAs(report.checks().calibration().levels());
    assertThat(report.checks().classes()).isNull();
    assertThat(report.technical().flows())
        .singleElement()
        .extracting(Report.FlowPanel::lower)
        .isNull();
    assertThat(report.technical().latent().mean()).hasSize(40);
    assertThat(report.technical().training().steps()).hasSizeGreaterThan(10);
  }

  @Test
  void scoresAreThoseOfTheMetrics() {
    TgpModel model = model("sal(1)", 30);
    Report report = ReportMaker.of(model).make(DATA.x(), DATA.y());
    double nll = LogScore.meanNegative(model.predict(DATA.x()).logDensity(DATA.y()));
    double[] scores = report.scores().rows().get(0).values();
    assertThat(scores[4]).isCloseTo(nll, within(1e-12));
    assertThat(scores[3])
        .isEqualTo(report.checks().calibration().inside()) // one coverage everywhere
        .isCloseTo(report.checks().calibration().coverage()[9], within(1e-12)); // both at 95%
    assertThat(scores[5]).isPositive().isLessThan(scores[0]); // CRPS is at most the median's error
  }

  /** The median and its band at a value are the model's own when there is no other input. */
  @Test
  void theDependenceOnAnOnlyInputIsThePrediction() {
    Matrix x = Matrix.zeros(60, 1);
    double[] y = new double[60];
    for (int i = 0; i < 60; i++) {
      x.set(i, 0, i / 10.0);
      y[i] = Math.sin(i / 10.0);
    }
    TgpModel model =
        Tgp.builder().inducing(8).plan(TrainingPlan.ofSteps(20)).fit(x, Matrix.column(y));
    Report.Dependence d = ReportMaker.of(model).make(x, y).inputs().dependence().get(0);
    Matrix at = Matrix.column(d.grid());
    assertThat(d.middle()).containsExactly(model.predict(at).median(), within(1e-9));
    assertThat(d.bands().get(1).upper())
        .containsExactly(model.predict(at).quantile(0.975), within(1e-9));
    assertThat(d.marks()[0]).isZero();
    assertThat(d.marks()[d.marks().length - 1]).isEqualTo(5.9);
    assertThat(d.points().y()).containsExactly(y);
  }

  /** What the page computes is what the model says, as closely as the page claims. */
  @Test
  void theCopyForWhatIfIsClose() {
    TgpModel model = model("sal(1)", 150);
    List<InputSteps> steps =
        SampleReports.inputs("").stream()
            .map(input -> InputSteps.of(input, new Rows(DATA.x(), DATA.y())))
            .toList();
    Rows rows = new Rows(DATA.x(), DATA.y());
    WhatIfMaker maker = new WhatIfMaker(model, 0, "delay", null, rows, 1);
    Report.WhatIf whatIf = maker.make(steps);
    assertThat(whatIf).isNotNull();
    assertThat(whatIf.copy().error).isLessThan(0.1);
    assertThat(whatIf.controls()).extracting(Report.Control::input).startsWith("distance (km)");
    WhatIfMaker.Design design = maker.new Design(steps, 0);
    double[][] places = design.draw(20);
    double[][] q = model.predict(design.encode(places)).quantiles(WhatIfMaker.LEVELS);
    for (double[] levels : q) {
      assertThat(levels).doesNotContain(Double.NaN);
    }
    assertThat(design.encode(places).get(3, 0)).isBetween(0.0, 6.0);
  }

  /** Whole numbers are their own steps, and only wide holes in the data have no curve. */
  @Test
  void stepsAreWhereTheDataAre() {
    Matrix x = Matrix.zeros(200, 2);
    for (int i = 0; i < 200; i++) {
      x.set(i, 0, 1 + i % 9);
      x.set(i, 1, i < 100 ? 0.01 * i : 3 + 0.01 * i);
    }
    Rows rows = new Rows(x, null);
    InputSteps items = InputSteps.of(InputColumn.number("items", 0), rows);
    assertThat(items.grid).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    InputSteps gap = InputSteps.of(InputColumn.number("gap", 1), rows);
    for (int k = 0; k < items.count(); k++) {
      assertThat(items.isInGap(k)).isFalse();
    }
    for (int k = 0; k < gap.count(); k++) {
      assertThat(gap.isInGap(k)).isEqualTo(gap.grid[k] > 0.99 && gap.grid[k] < 4);
    }
  }

  /** Trees have no latent function to look at. */
  @ParameterizedTest
  @ValueSource(strings = {"gaussian", "bernoulli"})
  void theInputsThatMoveTreesAreFound(String likelihood) {
    SplittableRandom random = new SplittableRandom(4);
    Matrix x = Matrix.wrap(random.doubles(200 * 6).toArray(), 200, 6);
    double[] y = IntStream.range(0, 200).mapToDouble(i -> x.get(i, 4) > 0.5 ? 1 : 0).toArray();
    Model trees =
        RandomTrees.builder().likelihood(likelihood).fit(RowStore.of(x, new double[][] {y}));
    Rows rows = new Rows(x, y);
    List<InputSteps> all =
        IntStream.range(0, 6)
            .mapToObj(j -> InputSteps.of(InputColumn.number("x" + j, j), rows))
            .toList();
    assertThat(new Screening(trees, 0, rows, 1).strongest(all, 1)).containsExactly(all.get(4));
  }

  @Test
  void inputsAreInOrderOfTheirEffect() {
    Report report =
        ReportMaker.of(model("identity", 200))
            .inputs(SampleReports.inputs(""))
            .make(DATA.x(), DATA.y());
    assertThat(report.inputs().dependence())
        .extracting(Report.Dependence::input)
        .containsExactly("distance (km)", "kind", "day");
    assertThat(report.inputs().dependence().get(1).labels()).hasSize(3);
    assertThat(report.inputs().dependence().get(2).time()).isTrue();
    assertThat(report.technical().latent().order()).isEqualTo("distance (km)");
    assertThat(report.technical().latent().names().get(0)).contains("kind = ");
  }

  @Test
  void aNetworksFlowIsShownAtSeveralInputsWithItsSpread() {
    Report report = SampleReports.regression("sal(1) @ mlp(5, tanh, dropout=0.5)", 80, 20);
    assertThat(report.technical().flows()).hasSize(4);
    for (Report.FlowPanel panel : report.technical().flows()) {
      assertThat(panel.title()).startsWith("G at distance (km) = ");
      for (int k = 0; k < panel.x().length; k++) {
        assertThat(panel.lower()[k]).isLessThan(panel.upper()[k]);
      }
    }
  }

  @Test
  void aWarpIsShownInTheTargetsUnits() {
    Report.FlowPanel warp = SampleReports.warped(20).technical().flows().get(0);
    assertThat(warp.title()).isEqualTo("Warp sal(1) > softplus");
    assertThat(warp.mean()).isSorted();
    assertThat(warp.mean()[0]).isPositive();
    assertThat(warp.identity()).isFalse();
  }

  @Test
  void countsHaveARandomisedPit() {
    Report report = SampleReports.counts(100);
    assertThat(report.checks().calibration().discrete()).isTrue();
    // Without randomisation the PIT of small counts leaves most bins empty.
    assertThat(report.checks().calibration().histogram()).doesNotContain(0.0);
  }

  @Test
  void classesAreCounted() {
    Report report = SampleReports.classes(40);
    assertThat(report.checks().predicted()).isNull();
    assertThat(report.checks().calibration()).isNull();
    Report.Classes c = report.checks().classes();
    int all = Arrays.stream(c.confusion()).flatMapToInt(Arrays::stream).sum();
    int hits = c.confusion()[0][0] + c.confusion()[1][1] + c.confusion()[2][2];
    assertThat(all).isEqualTo(300);
    assertThat(Arrays.stream(c.right()).sum()).isEqualTo(hits);
    assertThat(Arrays.stream(c.right()).sum() + Arrays.stream(c.wrong()).sum()).isEqualTo(300);
    assertThat(report.scores().rows().get(0).values()[0]).isCloseTo(hits / 300.0, within(1e-12));
    assertThat(Arrays.stream(c.reliability().counts()).sum()).isEqualTo(900);
    assertThat(report.inputs().dependence()).hasSize(9); // three inputs, three classes
    assertThat(report.technical().flows()).hasSize(3);
  }

  @Test
  void aDeepModelHasNoLatentCovarianceAndSaysWhy() {
    Report report = SampleReports.deep(10);
    assertThat(report.technical().latent()).isNull();
    assertThat(report.technical().flows()).isEmpty();
    assertThat(report.notes()).anyMatch(note -> note.contains("no Gaussian process"));
    assertThat(report.inputs().dependence()).hasSize(3);
  }

  @Test
  void rowsWithoutATargetAreLeftOutAndLargeDataSampled() {
    double[] y = DATA.y().clone();
    Arrays.fill(y, 0, 20, Double.NaN);
    Report report =
        ReportMaker.of(model("identity", 5))
            .inputs(SampleReports.inputs(""))
            .rowsAre("given rows")
            .scoreRows(60)
            .make(DATA.x(), y);
    assertThat(report.checks().calibration().rows()).isEqualTo(60);
    assertThat(report.notes())
        .containsExactly("Scores and charts use 60 of 100 given rows, drawn at random.");
  }

  @Test
  void withoutTargetsTheModelIsStillShown() {
    Report report = ReportMaker.of(model("sal(1)", 5)).make(DATA.x(), null);
    assertThat(report.scores()).isNull();
    assertThat(report.checks().predicted()).isNull();
    assertThat(report.inputs().dependence()).hasSize(5);
    assertThat(report.technical().flows()).hasSize(1);
  }

  @Test
  void theSameSeedGivesTheSamePage() {
    TgpModel model = model("sal(1)", 5);
    String one = ReportPage.render(ReportMaker.of(model).scoreRows(50).make(DATA.x(), DATA.y()));
    String two = ReportPage.render(ReportMaker.of(model).scoreRows(50).make(DATA.x(), DATA.y()));
    assertThat(two).isEqualTo(one);
  }

  @Test
  void whatCannotBeIsSaid() {
    TgpModel model = model("identity", 5);
    assertThatThrownBy(() -> ReportMaker.of(model).make(DATA.x(), new double[3]))
        .hasMessage("targets: expected 120, one per row of x, but got 3");
    double[] missing = new double[120];
    Arrays.fill(missing, Double.NaN);
    assertThatThrownBy(() -> ReportMaker.of(model).make(DATA.x(), missing))
        .hasMessage("report: expected rows with a known target but got none of 120");
    assertThatThrownBy(() -> ReportMaker.of(model).target("y", 1))
        .hasMessage("target y: expected an index below 1 but got 1");
    assertThatThrownBy(() -> new InputColumn("k", new int[] {0}, List.of("a"), null, null, false))
        .hasMessage("input k: expected encoded values for its labels but got none");
  }
}
