package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.EngineLostException;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.train.TrainingState;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SmallModel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** Steps that stay with an engine go as those that are taken here, and survive its loss. */
class ResidentStepsTest {
  private static final int ROWS = 300;
  private static final int NODES = 7;
  private static final Workers WORKERS = new Workers(1);
  private static final RowStore STORE = store();

  /** A model with values of its own. */
  private record Model(
      Architecture architecture, Parameters parameters, List<InducingPosterior> posteriors) {
    static Model fresh() {
      Matrix z = SmallModel.random(8, 2, new SplittableRandom(2));
      SmallModel model = SmallModel.of("rbf", "sal(1)", "gaussian", z);
      return new Model(
          model.architecture, model.parameters, model.architecture.newPosteriors(false, 1.0));
    }

    Trainable trainable() {
      return Trainable.of(architecture, parameters, posteriors, NODES);
    }
  }

  private static RowStore store() {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = SmallModel.random(ROWS, 2, random);
    double[][] y = new double[1][ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[0][i] = Math.sin(2 * x.get(i, 0)) + 0.2 * random.nextGaussian();
    }
    return RowStore.of(x, y);
  }

  private static TrainingPlan plan() {
    return TrainingPlan.ofSteps(45)
        .withBatchSize(100)
        .withLearningRate(0.02)
        .withEarlyStopping(0, 10);
  }

  @Test
  void stepsThereAreStepsHere() {
    Model here = Model.fresh();
    TrainingResult expected =
        Trainer.inMemory(here.trainable(), STORE, plan(), WORKERS).train(null, ignored());
    Model there = Model.fresh();
    FakeEngine engine = new FakeEngine(Integer.MAX_VALUE);
    TrainingResult got =
        new Trainer(there.trainable(), engine, plan(), WORKERS).train(null, ignored());
    assertThat(engine.resident.evaluations).isGreaterThan(40);
    assertThat(got.bound()).isEqualTo(expected.bound());
    assertThat(there.parameters.free()).isEqualTo(here.parameters.free());
    assertThat(there.posteriors.get(0).mean()).isEqualTo(here.posteriors.get(0).mean());
  }

  @Test
  void validationAndCheckpointsSeeTheStateOfTheStep() {
    List<Double> expected = new ArrayList<>();
    List<Double> got = new ArrayList<>();
    Model here = Model.fresh();
    StatesOf savedHere = new StatesOf();
    Trainer.inMemory(here.trainable(), STORE, plan(), WORKERS)
        .train(seen(here, expected), TrainingControl.of(ignored()), savedHere);
    Model there = Model.fresh();
    StatesOf savedThere = new StatesOf();
    new Trainer(there.trainable(), new FakeEngine(Integer.MAX_VALUE), plan(), WORKERS)
        .train(seen(there, got), TrainingControl.of(ignored()), savedThere);
    assertThat(got).isEqualTo(expected).hasSizeGreaterThan(3);
    assertThat(savedThere.firsts).isEqualTo(savedHere.firsts).isNotEmpty();
  }

  @Test
  void aLostEngineCostsTheStepsSinceTheLastSnapshot() {
    Model there = Model.fresh();
    FakeEngine engine = new FakeEngine(25);
    TrainingResult result =
        new Trainer(there.trainable(), engine, plan(), WORKERS).train(null, ignored());
    assertThat(result.steps()).isEqualTo(45);
    assertThat(engine.sums).isGreaterThan(15);
    assertThat(result.bound()).isFinite();
    Model here = Model.fresh();
    TrainingResult whole =
        Trainer.inMemory(here.trainable(), STORE, plan(), WORKERS).train(null, ignored());
    assertThat(result.bound()).isCloseTo(whole.bound(), org.assertj.core.data.Offset.offset(60.0));
  }

  private static DoubleSupplier seen(Model model, List<Double> scores) {
    return () -> {
      double score = model.parameters.value()[0] + model.posteriors.get(0).mean()[0];
      scores.add(score);
      return score;
    };
  }

  private static TrainingListener ignored() {
    return progress -> true;
  }

  /** Keeps a number of every state. */
  private static final class StatesOf implements Checkpoints {
    final List<Double> firsts = new ArrayList<>();

    @Override
    public TrainingState resume() {
      return null;
    }

    @Override
    public boolean isDue(TrainingListener.Progress progress) {
      return progress.step() % 7 == 0;
    }

    @Override
    public void save(TrainingState state) {
      firsts.add(state.sized("free", state.numbers("free").length)[0]);
      firsts.add(state.numbers("adam.first")[0]);
    }
  }

  /** Rows in memory, and steps that a second copy of the model takes. */
  private static final class FakeEngine implements ResidentEngine {
    private final MemoryEngine memory = new MemoryEngine(STORE, 100, plan().seed(), WORKERS);
    private final int lostAfter;
    private FakeResident resident;
    private int sums;

    FakeEngine(int lostAfter) {
      this.lostAfter = lostAfter;
    }

    @Override
    public Resident resident(Moved moved) {
      resident = new FakeResident(moved, memory, lostAfter);
      return resident;
    }

    @Override
    public long rows() {
      return memory.rows();
    }

    @Override
    public long batchSize() {
      return memory.batchSize();
    }

    @Override
    public void advance() {
      memory.advance();
    }

    @Override
    public long drawn() {
      return memory.drawn();
    }

    @Override
    public void fastForward(long count) {
      memory.fastForward(count);
    }

    @Override
    public void sum(Bound bound, Bound.Pass pass, RowSums total) {
      sums++;
      memory.sum(bound, pass, total);
    }
  }

  private static final class FakeResident implements Resident {
    private final ResidentEngine.Moved here;
    private final MemoryEngine memory;
    private final Model there = Model.fresh();
    private final Elbo bound;
    private final double[] first;
    private final double[] second;
    private final int lostAfter;
    private int evaluations;

    FakeResident(ResidentEngine.Moved here, MemoryEngine memory, int lostAfter) {
      this.here = here;
      this.memory = memory;
      this.lostAfter = lostAfter;
      bound =
          new Elbo(
              there.architecture,
              there.parameters,
              there.posteriors,
              List.of(Nodes.forLatents(1, NODES, 0).significant()),
              WORKERS);
      first = new double[there.parameters.size()];
      second = new double[there.parameters.size()];
      push();
    }

    @Override
    public double evaluate() {
      if (++evaluations > lostAfter) {
        throw new EngineLostException("the device fell off");
      }
      return bound.evaluate(memory);
    }

    @Override
    public void move(Adam.Settings adam, double[] shares, double[] naturalSteps) {
      there.posteriors.get(0).naturalStep(bound.curvature(0), bound.slope(0), naturalSteps[0]);
      double[] bar = new double[first.length];
      there.parameters.pullback(bound.gradient(), bar);
      for (int b = 0; b < shares.length; b++) {
        Parameters.Block block = there.parameters.blocks().get(b);
        for (int i = block.from(); shares[b] > 0 && i < block.from() + block.size(); i++) {
          move(i, bar[i], adam);
        }
      }
      there.parameters.refresh();
      bound.unfactor();
    }

    private void move(int i, double slope, Adam.Settings adam) {
      double g = slope;
      double most = adam.largest() * second[i];
      if (g * g > most && most > 0) {
        g = Math.copySign(Math.sqrt(most), g);
      }
      first[i] = 0.9 * first[i] + (1 - 0.9) * g;
      second[i] = 0.999 * second[i] + (1 - 0.999) * g * g;
      there.parameters.free()[i] +=
          adam.rate() * first[i] / (Math.sqrt(second[i]) + adam.epsilon());
    }

    @Override
    public void push() {
      copy(here.parameters().free(), there.parameters.free());
      copy(here.parameters().value(), there.parameters.value());
      there.posteriors.get(0).copyFrom(here.posteriors().get(0));
      copy(here.adam().first(), first);
      copy(here.adam().second(), second);
      bound.unfactor();
    }

    @Override
    public void pull() {
      copy(there.parameters.free(), here.parameters().free());
      here.parameters().refresh();
      here.posteriors().get(0).copyFrom(there.posteriors.get(0));
      copy(first, here.adam().first());
      copy(second, here.adam().second());
    }

    private static void copy(double[] from, double[] to) {
      System.arraycopy(from, 0, to, 0, from.length);
    }

    @Override
    public void useNodes(int output, Nodes nodes) {
      bound.useNodes(output, nodes);
    }

    @Override
    public void useNoise(long seed, long step) {
      bound.useNoise(seed, step);
    }

    @Override
    public double jitter() {
      return bound.jitter();
    }
  }
}
