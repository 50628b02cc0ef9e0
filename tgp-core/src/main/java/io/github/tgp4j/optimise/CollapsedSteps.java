package io.github.tgp4j.optimise;

import io.github.tgp4j.compute.QuasiNewton;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingState;
import io.github.tgp4j.variational.Architecture;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Quasi-Newton steps for the parameters on the collapsed bound: at every point that is tried, q(v)
 * is moved to its optimum first; equation T6 in docs/equations.md.
 */
final class CollapsedSteps implements Steps {
  /**
   * No free value moves by more in one step, or by a larger share of itself. Bolder first steps
   * drive some lengthscale to nothing before the inducing inputs have moved: where rows lie in
   * clusters, nothing brings it back.
   */
  private static final double LONGEST = 0.3;

  /**
   * Noise below this share of the targets' variance is none: without a floor the bound of targets
   * that a GP can meet exactly, such as constant ones, has no top.
   */
  private static final double LEAST_NOISE = 1e-10;

  /** Training ends when so many steps together gain less than so many nats per row. */
  private static final int WINDOW = 25;

  private static final double LEAST_GAIN = 1e-4;

  /** After so many steps lengthscales have settled, and idle inducing points are looked for. */
  private static final int FIRST_LOOK = 100;

  /** Nats per row that moving them must gain: the search forgets its past for it. */
  private static final double WORTHWHILE = 1e-3;

  private static final String PREFIX = "collapsed.";

  private final Bound elbo;
  private final Parameters parameters;
  private final List<Parameters.Block> blocks;
  private final TrainingPlan plan;
  private final Engine engine;
  private final long rows;
  private final int[] noiseVariances; // their places among the values
  private final InducingUnits units;
  private final Architecture architecture;
  private final RowStore store; // all rows or some of them; null where none are at hand

  private final double[] recent = new double[WINDOW]; // values of the search, in a ring
  private int taken; // steps since the search began
  private QuasiNewton search; // null before the first step
  private boolean[] held; // of every block
  private double[] tried; // where parameters and q(v) are

  CollapsedSteps(TrainingRun run, Architecture architecture) {
    this.noiseVariances = architecture.noiseVariances();
    this.units = new InducingUnits(architecture, run.parameters());
    this.architecture = architecture;
    this.store = run.rows();
    this.elbo = run.bound();
    this.parameters = run.parameters();
    this.blocks = parameters.blocks();
    this.plan = run.plan();
    this.engine = run.engine();
    this.rows = run.engine().rows();
  }

  @Override
  public double jitter() {
    return elbo.jitter();
  }

  /** {@inheritDoc} It leaves parameters and q(v) at the best point. */
  @Override
  public boolean step(int step, double share) {
    boolean[] now = new boolean[blocks.size()];
    for (int b = 0; b < now.length; b++) {
      now[b] = !blocks.get(b).trainable() || plan.isHeld(blocks.get(b).name(), share);
    }
    if (search == null || !Arrays.equals(now, held)) {
      held = now;
      begin();
    }
    search.useUnits(units.current());
    boolean goOn = search.step();
    if (!Arrays.equals(tried, search.point())) { // the last point that was tried was no better
      objective(search.point(), new double[tried.length]);
    }
    goOn = goOn && isGaining();
    if (step + 1 == FIRST_LOOK || !goOn) {
      goOn |= moveIdlePoints();
    }
    return goOn || isFreedLater(share);
  }

  private void begin() {
    begin(new QuasiNewton(this::objective, parameters.free(), LONGEST));
    if (!Double.isFinite(search.value())) {
      throw new ArithmeticException(
          "training: the bound is not finite at the start; look for extreme values in the data");
    }
  }

  private void begin(QuasiNewton value) {
    search = value;
    taken = 0;
  }

  /** Moves inducing inputs that tell of no row, if that is worthwhile. */
  private boolean moveIdlePoints() {
    if (store == null) {
      return false;
    }
    IdleInducingPoints idle = new IdleInducingPoints(architecture, store, plan.seed());
    boolean any = false;
    for (int g = 0; g < architecture.groups().size(); g++) {
      any |= !isHeld(architecture.inducing(g, tried).at(0, 0)) && idle.move(g, parameters.value());
    }
    if (!any) {
      return false;
    }
    parameters.unconstrain();
    QuasiNewton moved = new QuasiNewton(this::objective, parameters.free(), LONGEST);
    if (moved.value() <= search.value() - WORTHWHILE) {
      begin(moved);
      return true;
    }
    objective(search.point(), new double[tried.length]);
    return false;
  }

  /** Whether the block at a place is. */
  private boolean isHeld(int place) {
    for (int b = 0; b < held.length; b++) {
      if (blocks.get(b).from() == place) {
        return held[b];
      }
    }
    return false;
  }

  /** Whether the last steps gained enough to go on. */
  private boolean isGaining() {
    double before = recent[taken % WINDOW];
    recent[taken % WINDOW] = search.value();
    taken++;
    return taken <= WINDOW || before - search.value() >= LEAST_GAIN;
  }

  /** Whether something that is held now will move later in the run. */
  private boolean isFreedLater(double share) {
    for (TrainingPlan.Hold hold : plan.holds()) {
      if (share >= hold.from() && share < hold.to() && hold.to() < 1) {
        return true;
      }
    }
    return false;
  }

  /** {@inheritDoc} Every step ends at the best state so far. */
  @Override
  public void finishAtBestState(int steps) {}

  /** {@inheritDoc} It is: every step checks that. */
  @Override
  public void finishAtChosenState(int steps) {}

  @Override
  public double bound() {
    return search == null ? Double.NaN : -search.value() * rows;
  }

  @Override
  public double smoothBound() {
    return bound();
  }

  @Override
  public int restores() {
    return 0;
  }

  @Override
  public boolean isExhausted() {
    return false;
  }

  /** −bound/N, so that its size says the same for few rows and for many. */
  private double objective(double[] point, double[] gradient) {
    tried = point.clone();
    System.arraycopy(point, 0, parameters.free(), 0, point.length);
    parameters.refresh();
    if (isNoiseless()) {
      return Double.POSITIVE_INFINITY;
    }
    elbo.unfactor();
    double bound;
    try {
      elbo.optimisePosteriors(engine);
      bound = elbo.evaluate(engine);
    } catch (ArithmeticException e) { // K_zz could not be factored
      return Double.POSITIVE_INFINITY;
    }
    if (!Double.isFinite(bound)) {
      return Double.POSITIVE_INFINITY;
    }
    double[] freeBar = new double[point.length];
    parameters.pullback(elbo.gradient(), freeBar);
    for (int b = 0; b < held.length; b++) {
      Parameters.Block block = blocks.get(b);
      for (int i = block.from(); i < block.from() + block.size() && !held[b]; i++) {
        gradient[i] -= freeBar[i] / rows;
      }
    }
    return -bound / rows;
  }

  private boolean isNoiseless() {
    for (int place : noiseVariances) {
      if (parameters.value()[place] < LEAST_NOISE) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void store(Map<String, double[]> numbers, Map<String, long[]> counts) {
    if (search != null) {
      search.state().forEach((name, values) -> numbers.put(PREFIX + name, values));
      long[] flags = new long[held.length];
      for (int b = 0; b < flags.length; b++) {
        flags[b] = held[b] ? 1 : 0;
      }
      counts.put(PREFIX + "held", flags);
      counts.put(PREFIX + "taken", new long[] {taken});
      numbers.put(PREFIX + "recent", recent);
    }
  }

  @Override
  public void load(TrainingState state) {
    Map<String, double[]> own = new HashMap<>();
    for (String name : state.numberNames()) {
      if (name.startsWith(PREFIX)) {
        own.put(name.substring(PREFIX.length()), state.numbers(name));
      }
    }
    if (!own.isEmpty()) {
      search = new QuasiNewton(this::objective, own, LONGEST);
      tried = search.point().clone();
      if (own.containsKey("recent")) { // states of earlier releases have none
        System.arraycopy(own.get("recent"), 0, recent, 0, WINDOW);
        taken = (int) state.single(PREFIX + "taken");
      }
      long[] flags = state.counts(PREFIX + "held");
      held = new boolean[flags.length];
      for (int b = 0; b < flags.length; b++) {
        held[b] = flags[b] == 1;
      }
    }
  }
}
