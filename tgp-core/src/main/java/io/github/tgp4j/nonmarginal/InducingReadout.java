package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraint;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameterized;
import java.util.List;

/**
 * Flow parameters that are read off the inducing values; equation J5 in docs/equations.md.
 *
 * <pre>
 *   θ(v) = c(c⁻¹(θ) + ρ·tanh(R·v/ρ)),  c the constraints of the flow's parameters, R of size K × M, ρ = 2
 * </pre>
 *
 * <p>tanh bounds what a rare v can do: without it the draws' variance need not be finite. R starts
 * at 0, where the flow is the marginal one with parameters θ. Prints {@code conditioned-flow(8)},
 * with the draws of v in a training step.
 */
public final class InducingReadout implements Parameterized {
  /** R = ⅕·r: Adam moves the M weights of a parameter, which act together, by smaller steps. */
  private static final double UNIT = 0.2;

  /** ρ: e² is as far as a scale can go either way. */
  private static final double REACH = 2.0;

  private static final int MOST_DRAWS = 10_000;

  private final Flow flow;
  private final int width; // K
  private final int inducing; // M
  private final int draws;

  /**
   * A readout for every parameter of the flow.
   *
   * @param draws of v in a training step, in pairs ±ε
   */
  public InducingReadout(Flow flow, int inducing, int draws) {
    if (flow.parameterCount() == 0) {
      throw new IllegalArgumentException(
          "conditioned-flow: flow "
              + flow
              + " has no parameter that could depend on the inducing values; use sal or affine");
    }
    checkDraws(draws);
    this.flow = flow;
    this.width = flow.parameterCount();
    this.inducing = inducing;
    this.draws = draws;
  }

  /** Complains about a number of draws that cannot be had. */
  public static void checkDraws(int draws) {
    if (!(draws >= 2 && draws <= MOST_DRAWS && draws % 2 == 0)) {
      throw new IllegalArgumentException(
          "conditioned-flow: expected an even number of draws from 2 to "
              + MOST_DRAWS
              + " but got "
              + draws);
    }
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.of("weights", new Slow(), new double[width * inducing]));
  }

  /** v = ⅕·r of any finite v. */
  private record Slow() implements Constraint {
    @Override
    public void toValue(double[] free, double[] value, int from, int n) {
      for (int i = from; i < from + n; i++) {
        value[i] = UNIT * free[i];
      }
    }

    @Override
    public void toFree(double[] value, double[] free, int from, int n) {
      for (int i = from; i < from + n; i++) {
        free[i] = value[i] / UNIT;
      }
    }

    @Override
    public void pullback(
        double[] free, double[] value, double[] valueBar, double[] freeBar, int from, int n) {
      for (int i = from; i < from + n; i++) {
        freeBar[i] += UNIT * valueBar[i];
      }
    }

    @Override
    public String violation(double[] value, int from, int n) {
      return Constraints.REAL.violation(value, from, n);
    }

    @Override
    public String toString() {
      return "real";
    }
  }

  int width() {
    return width;
  }

  int draws() {
    return draws;
  }

  private Matrix weights(double[] values, int at) {
    return Matrix.wrap(values, at, width, inducing, inducing);
  }

  /**
   * free[flowAt…], value[flowAt…] ← the flow's free and constrained parameters given v.
   *
   * @param base the free values for R = 0
   */
  void forward(
      double[] theta,
      int at,
      double[] base,
      int flowAt,
      double[] v,
      double[] free,
      double[] value) {
    Blas.gemv(false, 1.0, weights(theta, at), v, 0, 0.0, free, flowAt);
    for (int k = flowAt; k < flowAt + width; k++) {
      free[k] = base[k] + REACH * Math.tanh(free[k] / REACH);
    }
    int from = flowAt;
    for (Parameter parameter : flow.parameters()) {
      parameter.constraint().toValue(free, value, from, parameter.size());
      from += parameter.size();
    }
  }

  /**
   * The pullback of {@link #forward}: adds to the adjoints of R (in thetaBar), of the base values
   * and of v.
   *
   * @param base the free values for R = 0, as in forward
   * @param valueBar adjoint of the constrained values, from flowAt on
   * @param work at least flowAt + K long, overwritten from flowAt on
   */
  void pullback(
      double[] theta,
      int at,
      double[] base,
      int flowAt,
      double[] v,
      double[] free,
      double[] value,
      double[] valueBar,
      double[] thetaBar,
      double[] baseBar,
      double[] vBar,
      double[] work) {
    java.util.Arrays.fill(work, flowAt, flowAt + width, 0.0);
    int from = flowAt;
    for (Parameter parameter : flow.parameters()) {
      Constraint constraint = parameter.constraint();
      constraint.pullback(free, value, valueBar, work, from, parameter.size());
      from += parameter.size();
    }
    for (int k = 0; k < width; k++) {
      double bar = work[flowAt + k];
      baseBar[flowAt + k] += bar;
      double tanh = (free[flowAt + k] - base[flowAt + k]) / REACH;
      double readBar = bar * (1.0 - tanh * tanh);
      work[flowAt + k] = readBar;
      int row = at + k * inducing;
      for (int j = 0; j < inducing; j++) {
        thetaBar[row + j] += readBar * v[j];
      }
    }
    Blas.gemv(true, 1.0, weights(theta, at), work, flowAt, 1.0, vBar, 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InducingReadout readout
        && readout.flow.equals(flow)
        && readout.inducing == inducing
        && readout.draws == draws;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * flow.hashCode() + inducing) + draws;
  }

  @Override
  public String toString() {
    return "conditioned-flow(" + draws + ")";
  }
}
