package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Settings are honoured or refused, in every builder. */
class FitSettingsTest {
  private static final int N = 40;
  private static final double[][] X = new double[N][1];
  private static final double[] Y = new double[N];

  static {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < N; i++) {
      X[i][0] = random.nextDouble(-2, 2);
      Y[i] = Math.sinh(Math.sin(2 * X[i][0])) + 0.1 * random.nextGaussian();
    }
  }

  private static final TrainingPlan PLAN = TrainingPlan.ofSteps(4);

  private static Tgp tgp() {
    return Tgp.builder().inducing(8).threads(1);
  }

  private static DeepGp deep() {
    return DeepGp.builder().inducing(5).threads(1).plan(PLAN);
  }

  @Test
  void earlyStoppingSaysWhatItNeeds() {
    TrainingPlan stopping = PLAN.withEarlyStopping(2, 1);
    assertThatThrownBy(() -> tgp().plan(stopping).fit(X, Y))
        .hasMessageContaining("validation(0.1)");
    assertThatThrownBy(() -> deep().plan(stopping).fit(X, Y))
        .hasMessageContaining("validation(0.1)");
    NonMarginalTgp process = NonMarginalTgp.of("t-process(4)").inducing(8).threads(1);
    assertThatThrownBy(() -> process.plan(stopping).fit(X, Y))
        .hasMessageContaining("validation(0.1)");
    assertThatThrownBy(() -> TransformedPriorGp.builder().plan(stopping).fit(X, Y))
        .hasMessageContaining("holds no rows out");
  }

  @Test
  void whatCannotBeHonouredIsRefused() {
    TransformedPriorGp gsp = TransformedPriorGp.builder();
    assertThatThrownBy(() -> gsp.plan(PLAN.withBatchSize(10)).fit(X, Y))
        .hasMessageContaining("batches of 10");
    assertThatThrownBy(() -> gsp.plan(TrainingPlan.collapsed(5)).fit(X, Y))
        .hasMessageContaining("steps of Adam");
    assertThatThrownBy(() -> gsp.divergence("renyi(0.5)")).hasMessageContaining("kl(w)");
    double[] negative = Y.clone();
    for (int i = 0; i < N; i++) {
      negative[i] = -1 - Math.abs(Y[i]);
    }
    assertThatThrownBy(
            () -> tgp().flow("log-exp").flowStart(Tgp.FlowStart.IDENTITY).fit(X, negative))
        .hasMessageContaining("flow start");
  }

  @Test
  void thePlansSeedIsTheModels() {
    TrainingPlan batches = PLAN.withBatchSize(10);
    double[] first = tgp().plan(batches).fit(X, Y).parameter("inducing");
    double[] bySeed = tgp().seed(7).plan(batches).fit(X, Y).parameter("inducing");
    double[] byPlan = tgp().plan(batches.withSeed(7)).fit(X, Y).parameter("inducing");
    assertThat(byPlan).isEqualTo(bySeed).isNotEqualTo(first);
  }

  @Test
  void aChangeKeepsTheSizedPlan() {
    Tgp changed = tgp().likelihood("student-t").plan(p -> p.withTimeLimit(Duration.ofMinutes(1)));
    TrainingPlan sized = tgp().likelihood("student-t").planFor(9000);
    assertThat(changed.planFor(9000)).isEqualTo(sized.withTimeLimit(Duration.ofMinutes(1)));
    assertThat(tgp().plan(PLAN).plan(p -> p.withSteps(2)).planFor(5)).isEqualTo(PLAN.withSteps(2));
    assertThat(deep().plan(p -> p.withSteps(2)).fit(X, Y).trainingResult().steps()).isEqualTo(2);
  }

  /** Held-out rows tell nothing about themselves: the rows that are left give the scaling. */
  @Test
  void scalesAreLearntFromTrainingRows() {
    RowStore left = Holdout.of(RowStore.of(Matrix.of(X), new double[][] {Y}), 0.3, 1).train();
    Scaling expected = Scaling.standardise(left.allInputs());
    double mean = left.allTargets()[0].length;
    assertThat(mean).isEqualTo(28);
    double[] target =
        Scaling.learn(left.allTargets()[0], io.github.tgp4j.likelihood.TargetScaling.STANDARDISE);
    List<Model> models =
        List.of(
            tgp().plan(PLAN).validation(0.3).fit(X, Y),
            deep().validation(0.3).fit(X, Y),
            NonMarginalTgp.of("t-process(4)")
                .inducing(8)
                .threads(1)
                .plan(PLAN)
                .validation(0.3)
                .fit(X, Y));
    for (Model model : models) {
      assertThat(model.inputScaling().shift()).isEqualTo(expected.shift());
      assertThat(model.inputScaling().scale()).isEqualTo(expected.scale());
      assertThat(model.targetScaling().shift()[0]).isEqualTo(target[0]);
      assertThat(model.targetScaling().scale()[0]).isEqualTo(target[1]);
    }
  }

  /** Without a flow, G-SP is the GP, and must reach its evidence. */
  @Test
  void aTransformedPriorWithoutAFlowReachesTheGp() {
    double evidence = WarpedGp.builder().fit(X, Y).trainingResult().bound();
    for (String flow : List.of("identity", "sal(1)")) {
      double bound =
          TransformedPriorGp.builder()
              .flow(flow)
              .plan(TrainingPlan.ofSteps(20))
              .fit(X, Y)
              .model()
              .trainingResult()
              .bound();
      assertThat(bound).as(flow).isGreaterThan(evidence - 0.1);
      if (flow.equals("identity")) {
        assertThat(bound).isCloseTo(evidence, within(0.1));
      }
    }
  }

  @Test
  void divergencesChangeDeepAndTransformedFits() {
    double[] usual = deep().fit(X, Y).parameter("likelihood.noise-variance");
    double[] weighed =
        deep().divergence("kl(0.2)").fit(X, Y).parameter("likelihood.noise-variance");
    assertThat(weighed).isNotEqualTo(usual);
    TransformedPriorGp gsp = TransformedPriorGp.builder().plan(PLAN);
    assertThat(gsp.copy().divergence("kl(0.2)").fit(X, Y).model().trainingResult().bound())
        .isNotEqualTo(gsp.fit(X, Y).model().trainingResult().bound());
  }

  /** Every field, whatever is added to a builder later. */
  @Test
  void copiesCarryEverything() throws IllegalAccessException {
    TrainingListener listener = p -> true;
    Tgp changed =
        tgp()
            .covariance("matern52")
            .mean("constant")
            .flow("sal(2)")
            .likelihood("student-t")
            .divergence("kl(0.5)")
            .weightDivergence("kl(0.5)")
            .inducing(7, Tgp.Inducing.RANDOM)
            .flowStart(Tgp.FlowStart.RANDOM)
            .warpStart(Tgp.FlowStart.DATA)
            .plainStart(false)
            .shared(false)
            .diagonalPosterior(true)
            .standardiseInputs(false)
            .nodes(5)
            .networkSamples(2, 3)
            .weightPrecision(2.0)
            .plan(PLAN)
            .plan(p -> p)
            .validation(0.1)
            .threads(3)
            .seed(9)
            .listener(listener)
            .timeLimit(Duration.ofMinutes(1))
            .cancelWhen(() -> false);
    Tgp copy = changed.copy();
    assertThat(copy).isNotSameAs(changed);
    List<String> same = new ArrayList<>();
    for (Class<?> c = Tgp.class; c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          assertThat(field.get(copy)).as(field.getName()).isEqualTo(field.get(changed));
          same.add(field.getName());
        }
      }
    }
    assertThat(same).hasSizeGreaterThan(24);
    copy.seed(10).inducing(4);
    assertThat(changed.seed()).isEqualTo(9);
    assertThat(changed.listener()).isSameAs(listener);
  }
}
