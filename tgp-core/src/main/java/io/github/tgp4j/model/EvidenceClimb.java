package io.github.tgp4j.model;

import io.github.tgp4j.compute.QuasiNewton;
import io.github.tgp4j.exact.ExactWarpedGp;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingResult;

/**
 * Climbs the evidence of an exact GP by quasi-Newton steps from one start after the other, and
 * keeps the best end.
 */
final class EvidenceClimb {
  /**
   * Of a free value; bolder steps end at lengthscales of nothing, where no row tells of another.
   */
  private static final double LONGEST_STEP = 1.0;

  private final ExactWarpedGp evidence;
  private final double rows;
  private final int mostSteps;
  private final int starts;
  private final TrainingControl control;
  private final long began = System.nanoTime();
  private int steps;
  private int started;
  private boolean tookAllSteps;
  private Ended ended; // null while another start may be tried
  private Parameters best;
  private double value = Double.NEGATIVE_INFINITY;

  /**
   * Begins nowhere yet.
   *
   * @param mostSteps from each start
   * @param starts how many there will be
   */
  EvidenceClimb(
      ExactWarpedGp evidence, double rows, int mostSteps, int starts, TrainingControl control) {
    this.evidence = evidence;
    this.rows = rows;
    this.mostSteps = mostSteps;
    this.starts = starts;
    this.control = control;
  }

  /** Moves the parameters up the evidence and keeps them if they end higher than others did. */
  void from(Parameters parameters) {
    if (ended != null) {
      return;
    }
    QuasiNewton search =
        new QuasiNewton(
            (free, gradient) -> objective(parameters, free, gradient),
            parameters.free(),
            LONGEST_STEP);
    boolean goOn = true;
    int own = 0;
    while (goOn && own < mostSteps) {
      ended = control.ended(steps > 0);
      if (ended != null) {
        break;
      }
      goOn = search.step();
      own++;
      steps++;
      double share = (started + (double) own / mostSteps) / starts;
      control.report(
          new TrainingListener.Progress(
              TrainingListener.Phase.MAIN,
              steps,
              share,
              -search.value() * rows,
              Double.NaN,
              System.nanoTime() - began));
    }
    started++;
    tookAllSteps |= goOn && ended == null;
    load(parameters, search.point());
    double reached = value(parameters);
    if (best == null || !(reached <= value)) {
      best = parameters;
      value = reached;
    }
  }

  /** The parameters at the best end. */
  Parameters best() {
    return best;
  }

  /**
   * The outcome.
   *
   * @throws ArithmeticException when the evidence is finite nowhere
   */
  TrainingResult result() {
    if (!Double.isFinite(value)) {
      throw new ArithmeticException(
          "exact GP: the evidence is " + value + "; look for extreme values in the data");
    }
    Ended why = ended != null ? ended : tookAllSteps ? Ended.STEPS : Ended.CONVERGED;
    long nanos = System.nanoTime() - began;
    return new TrainingResult(steps, value, Double.NaN, 0, 0.0, nanos, why, control.history());
  }

  private double objective(Parameters parameters, double[] free, double[] gradient) {
    load(parameters, free);
    double reached = value(parameters);
    if (reached > Double.NEGATIVE_INFINITY) {
      double[] bar = new double[gradient.length];
      parameters.pullback(evidence.gradient(), bar);
      for (int i = 0; i < bar.length; i++) {
        gradient[i] -= bar[i] / rows;
      }
    }
    return -reached / rows;
  }

  private static void load(Parameters parameters, double[] free) {
    System.arraycopy(free, 0, parameters.free(), 0, free.length);
    parameters.refresh();
  }

  /** The evidence; −∞ where it cannot be computed. */
  private double value(Parameters parameters) {
    try {
      double reached = evidence.evaluate(parameters);
      return Double.isFinite(reached) ? reached : Double.NEGATIVE_INFINITY;
    } catch (ArithmeticException e) { // K + σ²I cannot be factored: a bad step
      return Double.NEGATIVE_INFINITY;
    }
  }
}
