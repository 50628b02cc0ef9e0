package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentMixture;
import io.github.tgp4j.variational.OutputExpectation;
import java.util.Arrays;

/**
 * The bound of a Student-t process, f_K = G(μ + s·g) with g ~ GP(0, k) and one random scale s for
 * all inputs; equations J1–J4 and J9 in docs/equations.md.
 *
 * <pre>
 *   q(w)q(t), w = s·v = L⁻¹(u − μ) ~ N(m, S), t = log s
 *   f(x_n) | s ~ N(m_n, s²R_n + Q_n):  one-dimensional quadrature over t
 *   minus the divergence of q(w)q(t) from its prior: {@link StudentTDivergence}
 * </pre>
 *
 * <p>The scaled values w, not v, are independent of t under q: data pin down f = A·w, and given w
 * they say nothing more of s.
 */
public final class StudentTProcessElbo extends NonMarginalElbo {
  /** Nodes of the quadrature over t in training, where t has a narrow posterior. */
  private static final int TRAINING_NODES = 10;

  private static final int PREDICTION_NODES = 32;

  private final int at;
  private final Nodes scales;
  private final double[] squares; // s_j²
  private StudentTDivergence divergence;

  /**
   * Reads the parameters and the posterior it is given; whoever moves them evaluates again.
   *
   * @param parameters those of the architecture and, under "scale", of a {@link StudentTScale}
   */
  public StudentTProcessElbo(
      Architecture architecture,
      Parameters parameters,
      InducingPosterior q,
      Nodes nodes,
      Workers workers) {
    super(architecture, parameters, q, nodes, workers, 0, TRAINING_NODES);
    at = parameters.block("scale.degrees-of-freedom").from();
    scales = Nodes.gaussHermite(TRAINING_NODES);
    squares = new double[TRAINING_NODES];
    divergence = new StudentTDivergence(Divergence.kl(), q.size());
  }

  @Override
  void useDivergence(Divergence inducing) {
    divergence = new StudentTDivergence(inducing, q.size());
  }

  @Override
  void prepare(double[] theta) {
    for (int j = 0; j < squares.length; j++) {
      squares[j] = StudentTScale.square(theta, at, scales.node(0, j));
    }
  }

  @Override
  void store(StateWriter out) {
    out.put(squares);
  }

  @Override
  void load(StateReader in) {
    in.next(squares);
  }

  @Override
  double expectation(double[] theta, Rows rows, NonMarginalSums sums, Scratch scratch) {
    int n = rows.count();
    int mark = scratch.mark();
    double[] variance = scratch.take(n);
    double[] meanBar = scratch.take(n);
    double[] varianceBar = scratch.take(n);
    OutputExpectation.Marginals marginals =
        OutputExpectation.Marginals.of(rows.mean, variance, meanBar, varianceBar);
    double sum = 0.0;
    for (int j = 0; j < squares.length; j++) {
      double square = squares[j];
      for (int i = 0; i < n; i++) {
        variance[i] = square * rows.residual[i] + rows.spread[i];
      }
      sum +=
          output.pullback(
              theta,
              rows.block,
              0,
              rows.noise,
              marginals,
              rows.scale * scales.weight(j),
              sums.thetaBar,
              scratch);
      double squareBar = 0.0;
      for (int i = 0; i < n; i++) {
        rows.meanBar[i] += meanBar[i];
        rows.spreadBar[i] += varianceBar[i];
        rows.residualBar[i] += square * varianceBar[i];
        squareBar += varianceBar[i] * rows.residual[i];
      }
      sums.addOwn(j, squareBar);
    }
    scratch.release(mark);
    return sum;
  }

  @Override
  double regularise(double[] theta, NonMarginalSums sums) {
    double[] thetaBar = sums.thetaBar;
    for (int j = 0; j < squares.length; j++) {
      double logBar = 2.0 * squares[j] * sums.all.more[sums.own(j)];
      thetaBar[at + 1] += logBar;
      thetaBar[at + 2] += logBar * scales.node(0, j);
    }
    return output.logPrior(theta, Divergence.kl(), thetaBar)
        + divergence.subtract(theta, at, q, covariance, sums);
  }

  @Override
  Components components() {
    Nodes nodes = Nodes.gaussHermite(PREDICTION_NODES);
    double[] scaleSquares = new double[PREDICTION_NODES];
    Arrays.setAll(
        scaleSquares, j -> StudentTScale.square(parameters.value(), at, nodes.node(0, j)));
    double[][] theta = new double[PREDICTION_NODES][];
    Arrays.fill(theta, parameters.value().clone());
    return (rows, a) -> {
      double[][] means = new double[PREDICTION_NODES][];
      double[][] variances = new double[PREDICTION_NODES][a.rows];
      Arrays.fill(means, rows.mean);
      for (int j = 0; j < PREDICTION_NODES; j++) {
        for (int i = 0; i < a.rows; i++) {
          variances[j][i] = scaleSquares[j] * rows.residual[i] + rows.spread[i];
        }
      }
      return new LatentMixture(nodes.copyWeights(), means, variances, theta);
    };
  }
}
