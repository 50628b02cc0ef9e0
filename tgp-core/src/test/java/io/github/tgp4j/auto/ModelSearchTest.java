package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ModelSearchTest {
  private static final Tgp BASE =
      Tgp.builder().inducing(15).nodes(16).plan(TrainingPlan.ofSteps(300));

  private static double[][] inputs(int n) {
    double[][] x = new double[n][1];
    for (int i = 0; i < n; i++) {
      x[i][0] = -2 + 4.0 * i / (n - 1);
    }
    return x;
  }

  @Test
  void flatAndSteepDataGetAFlow() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] x = inputs(150);
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) { // flat, then steep: a smooth function behind a tanh
      y[i] = Math.tanh(6 * Math.sin(5 * x[i][0])) + 0.05 * random.nextGaussian();
    }
    ModelSearch.Result result =
        ModelSearch.of(BASE, List.of("tanh-sum(2)", "tanh", "exp")).fit(x, y);
    assertThat(result.choice().name())
        .as(result.choice().scores() + " " + result.choice().reason())
        .isNotEqualTo("identity");
    assertThat(result.choice().scores()).containsKeys("identity", "exp", "tanh", "tanh-sum(2)");
    assertThat(result.choice().scores().get(result.choice().name()))
        .isLessThan(result.choice().scores().get("identity"));
    assertThat(result.choice().reason()).contains(result.choice().name());
    assertThat(result.model().predict(x).mean()).doesNotContain(Double.NaN);
  }

  @Test
  void aFlowThatHurtsIsNeverChosen() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = inputs(120);
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.sin(2 * x[i][0]) + 0.3 * random.nextGaussian();
    }
    ModelSearch.Result result = ModelSearch.of(BASE, List.of("exp", "sinh > sinh")).fit(x, y);
    assertThat(result.choice().name()).isEqualTo("identity");
    assertThat(result.choice().reason()).startsWith("identity");
  }

  @Test
  void theBuilderIsLeftAlone() {
    Tgp copy = BASE.copy().flow("sal(1)");
    assertThat(copy).isNotSameAs(BASE);
    double[][] x = inputs(20);
    assertThat(BASE.fit(x, new double[20]).toString()).contains("flow identity");
  }

  @Test
  void everyRowIsHeldOutOnceInFolds() {
    double[][] x = inputs(23);
    double[] y = new double[23];
    Arrays.setAll(y, i -> Math.sin(x[i][0]) + 0.001 * i);
    ModelSearch.Choice choice =
        ModelSearch.of(BASE, List.of("sal(1)"))
            .folds(4)
            .rounds(0.1)
            .choose(Matrix.of(x), Matrix.column(y));
    double[] seen = choice.heldOut().get("identity").get(0).y().clone();
    Arrays.sort(seen);
    Arrays.sort(y);
    assertThat(seen).containsExactly(y);
    assertThat(choice.heldOut().get("identity").get(0).pit()).hasSize(23);
  }

  @Test
  void aSearchGoesOnFromItsJournal() {
    double[][] x = inputs(40);
    double[] y = new double[40];
    Arrays.setAll(y, i -> Math.sin(2 * x[i][0]));
    Map<String, TrialResult> kept = new LinkedHashMap<>();
    List<String> asked = new ArrayList<>();
    ModelSearch.Journal journal =
        new ModelSearch.Journal() {
          @Override
          public TrialResult find(String stage) {
            asked.add(stage);
            return kept.get(stage);
          }

          @Override
          public void add(String stage, TrialResult trial) {
            kept.put(stage, trial);
          }
        };
    ModelSearch search = ModelSearch.of(BASE, List.of("sal(1)")).rounds(0.1, 0.2).journal(journal);
    ModelSearch.Choice first = search.choose(Matrix.of(x), Matrix.column(y));
    assertThat(kept.keySet()).containsExactlyElementsOf(asked).doesNotHaveDuplicates();
    int trials = kept.size();
    Candidate never =
        new Candidate(
            "identity",
            1,
            (rows, effort) -> {
              throw new AssertionError("fitted again: " + effort);
            });
    Candidate neither = new Candidate("sal(1)", 1, never.fitter());
    ModelSearch.Choice again =
        ModelSearch.among(List.of(never, neither))
            .rounds(0.1, 0.2)
            .journal(journal)
            .choose(Matrix.of(x), Matrix.column(y));
    assertThat(again.scores()).isEqualTo(first.scores());
    assertThat(kept).hasSize(trials);
    assertThat(first.effort().from()).isBetween(0.2, 0.6);
  }

  @Test
  void whatMoreEffortDoesNotChangeIsTriedOnce() {
    double[][] x = inputs(60);
    double[] y = new double[x.length];
    Arrays.setAll(y, i -> Math.sin(2 * x[i][0]) + 0.1 * (i % 3));
    Tgp collapsed = BASE.copy().plan(TrainingPlan.collapsed(20));
    List<String> stages = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    for (Candidate plain :
        List.of(
            Candidate.of("stochastic", BASE.copy().plan(TrainingPlan.ofSteps(40))),
            Candidate.of("collapsed", collapsed))) {
      candidates.add(
          new Candidate(
              plain.name(),
              1,
              (rows, effort) -> {
                stages.add(effort.stage());
                return plain.fitter().fit(rows, effort);
              },
              plain.ignoresEffort()));
    }
    ModelSearch.Choice choice =
        ModelSearch.among(candidates).rounds(0.5, 1.0).choose(Matrix.of(x), Matrix.column(y));
    assertThat(stages)
        .containsExactly("stochastic, round 1", "collapsed, round 1", "stochastic, round 2");
    assertThat(choice.heldOut().get("collapsed").get(0).mean()).hasSize(12);
  }

  @Test
  void tooFewRowsAreSaid() {
    assertThatThrownBy(() -> ModelSearch.of(BASE, List.of("sal(1)")).fit(inputs(5), new double[5]))
        .hasMessageContaining("at least 10 rows");
  }

  private static double[] waves(double[][] x) {
    return Arrays.stream(x).mapToDouble(row -> Math.sin(2 * row[0])).toArray();
  }

  @Test
  void aCancelledSearchHasNoWinner() {
    double[][] x = inputs(40);
    int[] steps = {0};
    Tgp stopping = BASE.copy().listener(progress -> ++steps[0] < 5);
    assertThatThrownBy(() -> ModelSearch.of(stopping, List.of("sal(1)")).fit(x, waves(x)))
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("identity, round 1");
    assertThat(steps[0]).as("nothing goes on after it").isEqualTo(5);
    int[] asked = {0};
    ModelSearch cancelled =
        ModelSearch.of(BASE, List.of("sal(1)")).rounds(0.1).cancelWhen(() -> ++asked[0] > 2);
    assertThatThrownBy(() -> cancelled.fit(x, waves(x)))
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("cancelled in sal(1), round 1");
  }

  /** Candidates of a search whose clock only they move, and the log of what they were given. */
  private static final class Timed {
    private final double[][] x = inputs(30);
    private final Model model = BASE.copy().plan(TrainingPlan.ofSteps(5)).fit(x, waves(x));
    private final List<String> log = new ArrayList<>();
    private long nanos;

    ModelSearch search(UnaryOperator<Duration> takes) {
      List<Candidate> candidates = new ArrayList<>();
      for (String name : List.of("plain", "a", "b", "c")) {
        candidates.add(
            new Candidate(
                name,
                1,
                (rows, effort) -> {
                  log.add(effort.stage());
                  nanos += takes.apply(effort.timeLimit()).toNanos();
                  return model;
                }));
      }
      return ModelSearch.among(candidates).clock(() -> nanos).timeLimit(Duration.ofSeconds(2));
    }
  }

  @Test
  void theTimeLimitIsForTheWholeSearch() {
    Timed timed = new Timed();
    ModelSearch.Result result =
        timed.search(limit -> limit.plusMillis(20)).fit(timed.x, waves(timed.x));
    assertThat(timed.log).contains("c, round 1", "fit to all rows");
    assertThat(timed.nanos).isBetween(1_900_000_000L, 2_021_000_000L);
    assertThat(result.choice().failures()).isEmpty();
  }

  @Test
  void whatThereIsNoTimeForIsSaid() {
    Timed timed = new Timed();
    ModelSearch.Result result =
        timed.search(limit -> Duration.ofSeconds(1)).fit(timed.x, waves(timed.x));
    assertThat(timed.log).containsExactly("plain, round 1", "a, round 1", "fit to all rows");
    assertThat(result.choice().failures()).containsOnlyKeys("b", "c");
    assertThat(result.choice().failures().get("b")).contains("time limit");
    assertThat(result.choice().scores()).containsOnlyKeys("plain", "a");
  }

  @Test
  void aPlansTimeLimitIsTheSearchs() {
    double[][] x = inputs(30);
    Duration limit = Duration.ofHours(1);
    Tgp base = BASE.copy().plan(TrainingPlan.ofSteps(4).withTimeLimit(limit));
    ModelSearch.Choice choice =
        ModelSearch.of(base, List.of("sal(1)"))
            .clock(() -> 0)
            .choose(Matrix.of(x), Matrix.column(waves(x)));
    assertThat(choice.effort().timeLimit()).isEqualTo(limit);
    Candidate.Effort half = new Candidate.Effort("s", 0.5, 0, 0.5, Duration.ofMinutes(1));
    assertThat(half.of(base.planFor(30)).timeLimit()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aCandidateThatFailsIsAResult() {
    double[][] x = inputs(40);
    Candidate plain = Candidate.of("plain", BASE.copy().plan(TrainingPlan.ofSteps(20)));
    Candidate broken =
        new Candidate(
            "broken",
            1,
            (rows, effort) -> {
              throw new IllegalStateException("no such luck");
            });
    ModelSearch.Choice choice =
        ModelSearch.among(List.of(plain, broken))
            .rounds(0.5)
            .choose(Matrix.of(x), Matrix.column(waves(x)));
    assertThat(choice.winner()).isSameAs(plain);
    assertThat(choice.failures()).containsExactly(Map.entry("broken", "no such luck"));
    assertThat(choice.scores().get("broken")).isEqualTo(Double.POSITIVE_INFINITY);
    ModelSearch hopeless = ModelSearch.among(List.of(broken));
    assertThatThrownBy(() -> hopeless.fit(x, waves(x)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("no such luck");
  }

  @Test
  void roundsMustRise() {
    ModelSearch search = ModelSearch.of(BASE, List.of("sal(1)"));
    assertThatThrownBy(search::rounds).hasMessageContaining("at least one share");
    assertThatThrownBy(() -> search.rounds(0.5, 0.5)).hasMessageContaining("rising");
    assertThatThrownBy(() -> search.rounds(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> search.timeLimit(Duration.ZERO)).hasMessageContaining("more than 0");
  }
}
