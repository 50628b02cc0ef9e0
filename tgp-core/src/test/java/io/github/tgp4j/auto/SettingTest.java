package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every setting of every model changes what is fitted, or is refused. */
class SettingTest {
  private static final Table PRICES = AutoFitTest.prices(40);

  /** A value of each that is not the usual one. */
  private static final Map<Setting, String> VALUES = new EnumMap<>(Setting.class);

  static {
    VALUES.put(Setting.PROCESS, "t-process(9)");
    VALUES.put(Setting.MEAN, "linear");
    VALUES.put(Setting.INPUTS, "raw");
    VALUES.put(Setting.PRIOR, "covariance.variance ~ lognormal(2, 0.1)");
    VALUES.put(Setting.LOSS, "gamma(0.3)");
    VALUES.put(Setting.OBJECTIVE, "predictive");
    VALUES.put(Setting.DIVERGENCE, "kl(0.5)");
    VALUES.put(Setting.WEIGHT_DIVERGENCE, "kl(0.1)");
    VALUES.put(Setting.WEIGHT_PRIOR, "50");
    VALUES.put(Setting.FLOW_START, "random");
    VALUES.put(Setting.WARP_START, "random");
    VALUES.put(Setting.INDUCING_START, "random");
    VALUES.put(Setting.DIAGONAL, "true");
    VALUES.put(Setting.NODES, "3");
    VALUES.put(Setting.HOLD, "covariance");
  }

  private static final Set<ModelKind> TGP =
      EnumSet.of(
          ModelKind.SVGP,
          ModelKind.TGP,
          ModelKind.PE_TGP,
          ModelKind.BA_TGP,
          ModelKind.VB_TGP,
          ModelKind.ETGP,
          ModelKind.VWGP,
          ModelKind.WARPED_TGP,
          ModelKind.WARPED_BA_TGP);

  private static final Set<ModelKind> PROCESSES =
      EnumSet.of(ModelKind.T_PROCESS, ModelKind.CONDITIONED_FLOW);

  private static final Set<ModelKind> DEEP =
      EnumSet.of(ModelKind.DGP2, ModelKind.DGP3, ModelKind.DGP4);

  private static AutoFit fit(ModelKind kind) {
    AutoFit fit =
        AutoFit.of(PRICES, kind == ModelKind.ETGP ? "colour" : "price")
            .model(kind)
            .threads(1)
            .withScores(false);
    if (kind.isSparse()) {
      fit.inducing(6);
    }
    return kind.hasSteps() ? fit.epochs(25) : fit;
  }

  /** All that is trained. */
  private static List<double[]> values(Model model) {
    List<double[]> out = new ArrayList<>();
    model.parameterNames().forEach(name -> out.add(model.parameter(name)));
    return out;
  }

  private static boolean has(ModelKind kind, Setting setting) {
    boolean tgp = TGP.contains(kind);
    boolean process = PROCESSES.contains(kind);
    boolean network =
        kind == ModelKind.PE_TGP
            || kind == ModelKind.BA_TGP
            || kind == ModelKind.VB_TGP
            || kind == ModelKind.ETGP
            || kind == ModelKind.WARPED_BA_TGP;
    return switch (setting) {
      case PROCESS -> kind == ModelKind.T_PROCESS;
      case MEAN -> tgp || process || kind == ModelKind.EXACT || kind == ModelKind.WGP;
      case INPUTS, PRIOR -> kind != ModelKind.CONSTANT && kind != ModelKind.FOREST;
      case LOSS ->
          kind == ModelKind.GSP
              || process
              || DEEP.contains(kind)
              || tgp && !kind.isWarped() && kind != ModelKind.ETGP;
      case OBJECTIVE -> tgp;
      case DIVERGENCE -> tgp || process || DEEP.contains(kind) || kind == ModelKind.GSP;
      case INDUCING_START, DIAGONAL -> tgp || process;
      case WEIGHT_DIVERGENCE -> kind == ModelKind.VB_TGP;
      case WEIGHT_PRIOR -> network;
      case FLOW_START ->
          network
              || kind == ModelKind.TGP
              || kind == ModelKind.WARPED_TGP
              || kind == ModelKind.CONDITIONED_FLOW;
      case WARP_START -> tgp && kind.isWarped();
      case NODES -> // without a flow, Gaussian noise needs none
          network
              || kind == ModelKind.TGP
              || kind == ModelKind.WARPED_TGP
              || kind == ModelKind.CONDITIONED_FLOW;
      case HOLD -> tgp || process || DEEP.contains(kind);
    };
  }

  @ParameterizedTest
  @EnumSource(value = ModelKind.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void everySettingIsHonouredOrRefused(ModelKind kind) {
    List<double[]> usual = values(fit(kind).fit().model());
    VALUES.forEach(
        (setting, value) -> {
          String what = kind.text() + ", " + setting.text();
          AutoFit asked = fit(kind).set(setting, value);
          if (!has(kind, setting)) {
            assertThatThrownBy(asked::fit)
                .as(what)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(refusal(kind, setting, value));
            return;
          }
          SavedModel saved = asked.fit();
          assertThat(saved.provenance().settings()).as(what).containsEntry(setting.text(), value);
          assertThat(saved.provenance().settings().get("recipe"))
              .as(what)
              .contains(setting.text() + " " + value);
          List<double[]> values = values(saved.model());
          assertThat(
                  values.size() == usual.size()
                      && IntStream.range(0, values.size())
                          .allMatch(i -> Arrays.equals(values.get(i), usual.get(i))))
              .as(what + ": fits the same as without it")
              .isFalse();
        });
  }

  private static String refusal(ModelKind kind, Setting setting, String value) {
    if (setting != Setting.LOSS || kind == ModelKind.CONSTANT) {
      return value;
    }
    return kind == ModelKind.ETGP ? "for classes use the likelihood" : "gaussian(gamma=";
  }

  @Test
  void theTableHasEverySetting() {
    assertThat(VALUES.keySet()).containsExactly(Setting.values());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PROCESS | q-process | no process is called",
        "MEAN | quadratic | quadratic",
        "PRIOR | covariance.variance = 2 | expected",
        "LOSS | huber | expected beta(0.1) or gamma(0.1) but got huber",
        "LOSS | delta(1) | delta",
        "OBJECTIVE | evidence | no objective is called evidence",
        "DIVERGENCE | hellinger | hellinger",
        "WEIGHT_PRIOR | NaN | at least 0.0 but got NaN",
        "WEIGHT_PRIOR | many | at least 0.0 but got many",
        "FLOW_START | best | no flow start is called best",
        "INDUCING_START | best | no inducing start is called best",
        "DIAGONAL | perhaps | true or false but got perhaps",
        "NODES | 0 | at least 1.0 but got 0",
        "HOLD | :0-1 | such as likelihood:0-0.5,inducing but got :0-1",
        "HOLD | flow:1 | such as likelihood:0-0.5,inducing but got flow:1",
        "HOLD | flow:0.5-0.1 | expected 0 ≤ from ≤ to ≤ 1"
      })
  void valuesThatMakeNoSenseAreRefusedAtOnce(Setting setting, String value, String message) {
    assertThatThrownBy(() -> ModelSettings.OPEN.with(setting, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** Epochs, batch and inducing points change what is trained, or are refused. */
  @ParameterizedTest
  @EnumSource(value = ModelKind.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void everyBudgetIsHonouredOrRefused(ModelKind kind) {
    Model usual = fit(kind).fit().model();
    Map<String, UnaryOperator<AutoFit>> changes =
        Map.of(
            "inducing", fit -> fit.inducing(4),
            "epochs", fit -> fit.epochs(3),
            "batch", fit -> fit.batch(7));
    changes.forEach(
        (name, change) -> {
          Model changed;
          try {
            changed = change.apply(fit(kind)).fit().model();
          } catch (IllegalArgumentException e) {
            boolean has = name.equals("inducing") ? kind.isSparse() : kind.hasSteps();
            boolean allRows = name.equals("batch") && kind == ModelKind.GSP;
            assertThat(has && !allRows).as(kind.text() + ", " + name + ": " + e).isFalse();
            return;
          }
          assertThat(same(usual, changed)).as(kind.text() + ", " + name).isFalse();
        });
  }

  /** What was trained, and in how many steps: the best of them may be the first. */
  private static boolean same(Model one, Model other) {
    List<double[]> a = values(one);
    List<double[]> b = values(other);
    return one.trainingResult().steps() == other.trainingResult().steps()
        && a.size() == b.size()
        && IntStream.range(0, a.size()).allMatch(i -> Arrays.equals(a.get(i), b.get(i)));
  }

  @Test
  void combinationsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> fit(ModelKind.SVGP).set(Setting.HOLD, "flow").fit())
        .hasMessageContaining("no parameter's name starts");
    assertThatThrownBy(() -> fit(ModelKind.AUTO).set(Setting.HOLD, "covariance").fit())
        .hasMessageContaining("expected the name of a model");
    assertThatThrownBy(() -> fit(ModelKind.AUTO).set(Setting.PROCESS, "t-process").fit())
        .hasMessageContaining("process t-process: the model auto has no such setting");
    assertThatThrownBy(
            () -> fit(ModelKind.TGP).likelihood("student-t(4)").set(Setting.LOSS, "beta(1)").fit())
        .hasMessageContaining("leave one of them out");
    assertThatThrownBy(
            () -> fit(ModelKind.CONDITIONED_FLOW).set(Setting.PROCESS, "t-process(3)").fit())
        .hasMessageContaining("expected one of the model conditioned-flow");
    assertThatThrownBy(() -> fit(ModelKind.T_PROCESS).flow("sal(1) @ mlp(5, tanh)").fit())
        .hasMessageContaining("cannot depend on the input");
    assertThatThrownBy(
            () -> AutoFit.of(PRICES, "colour").model(ModelKind.T_PROCESS).withScores(false).fit())
        .hasMessageContaining("numbers or of two classes");
  }

  /** A search gives each candidate the settings that it has, and tries processes when asked. */
  @Test
  void searchesTakeThem() {
    FitOutcome outcome =
        fit(ModelKind.AUTO)
            .withScores(true)
            .validation(0.3)
            .kernel("rbf")
            .candidates("tgp", "t-process", "conditioned-flow")
            .set(Setting.FLOW_START, "data")
            .set(Setting.PROCESS, null)
            .run();
    assertThat(outcome.comparison().scores())
        .containsKeys("svgp", "tgp", "t-process", "conditioned-flow");
    assertThat(outcome.comparison().failures()).isEmpty();
  }

  @Test
  void equalByValue() {
    ModelSettings one = ModelSettings.OPEN.with(Setting.MEAN, "linear");
    assertThat(one)
        .isEqualTo(ModelSettings.OPEN.with(Setting.MEAN, " linear "))
        .hasSameHashCodeAs(ModelSettings.OPEN.with(Setting.MEAN, "linear"))
        .isNotEqualTo(ModelSettings.OPEN)
        .hasToString("mean linear");
    assertThat(one.with(Setting.MEAN, null)).isEqualTo(ModelSettings.OPEN);
  }
}
