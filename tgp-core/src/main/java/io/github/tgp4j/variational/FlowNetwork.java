package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.FlowParts;
import io.github.tgp4j.flow.SinhArcsinhFlow;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.network.Mode;
import io.github.tgp4j.network.Network;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Constraint;
import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Flow parameters that a network reads off the input, θ_j(x) = c_j(NN_j(s(x), W)) with c_j the
 * parameter's own constraint and s(x) the input without its far outliers ({@link #withReach}); the
 * other parameters of the flow stay the same for all rows. Equations N14 and N18 in
 * docs/equations.md.
 *
 * <p>Immutable. One flow's values of all rows form a rows × p matrix; each row is what {@link Flow}
 * takes as theta.
 */
public final class FlowNetwork {
  /** Values on the network's tape, of a second-level cache that also holds their adjoints. */
  private static final int CACHED = 1 << 16;

  private static final int LEAST_ROWS = 32;

  private final Flow flow;
  private final Network network;
  private final List<Parameter> parameters; // the flow's, those that depend on the input held
  private final int flows; // that it gives the values of, one behind the other
  private final int width; // p, the values of all its flows
  private final int[] places; // of the network's outputs among the flow's values
  private final Constraint[] constraints; // of the network's outputs
  private final int samples;
  private final double precision;
  private final double reach; // of the inputs; infinite for none

  private FlowNetwork(
      Flow flow,
      int flows,
      Network network,
      List<Parameter> parameters,
      int[] places,
      Constraint[] constraints,
      int samples,
      double precision,
      double reach) {
    this.flow = flow;
    this.flows = flows;
    this.network = network;
    this.parameters = parameters;
    this.width = flows * flow.parameterCount();
    this.places = places;
    this.constraints = constraints;
    this.samples = samples;
    this.precision = precision;
    this.reach = reach;
  }

  /**
   * Makes the parameters whose name passes depend on the input.
   *
   * @param dependent picks parameters by name, such as "sinh-arcsinh-1.a"
   * @param samples draws of the network per row in a training step
   * @param precision λ of the prior N(0, 1/λ) on each weight
   */
  public static FlowNetwork of(
      Flow flow,
      Predicate<String> dependent,
      MlpShape shape,
      int inputs,
      int samples,
      double precision,
      long seed) {
    return of(flow, 1, dependent, shape, inputs, samples, precision, seed);
  }

  /**
   * One network for several equal flows, such as those of all classes, whose hidden units they
   * share; equation N20 in docs/equations.md.
   *
   * @param flows how many
   */
  public static FlowNetwork of(
      Flow flow,
      int flows,
      Predicate<String> dependent,
      MlpShape shape,
      int inputs,
      int samples,
      double precision,
      long seed) {
    List<Parameter> parameters = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<Constraint> constraints = new ArrayList<>();
    int at = 0;
    for (Parameter parameter : flow.parameters()) {
      boolean depends = dependent.test(parameter.name());
      parameters.add(depends ? parameter.fixed() : parameter);
      for (int i = 0; i < parameter.size(); i++, at++) {
        if (depends) {
          places.add(at);
          constraints.add(parameter.constraint());
        }
      }
    }
    if (places.isEmpty()) {
      throw new IllegalArgumentException(
          "flow "
              + flow
              + ": no parameter depends on the input; it has "
              + flow.parameters().stream().map(Parameter::name).toList());
    }
    if (samples < 1) {
      throw new IllegalArgumentException(
          "network samples in training: expected at least 1 but got " + samples);
    }
    int each = places.size();
    for (int c = 1; c < flows; c++) {
      for (int j = 0; j < each; j++) {
        places.add(c * at + places.get(j));
        constraints.add(constraints.get(j));
      }
    }
    Network network = shape.network(inputs, places.size(), seed);
    return new FlowNetwork(
        flow,
        flows,
        network,
        List.copyOf(parameters),
        places.stream().mapToInt(Integer::intValue).toArray(),
        constraints.toArray(new Constraint[0]),
        samples,
        precision,
        Double.POSITIVE_INFINITY);
  }

  /**
   * The same with inputs that count fully up to ±reach and by their logarithm beyond; equation N18
   * in docs/equations.md. What a network makes of an input a hundred standard deviations away,
   * which grows with it, is no flow for any row.
   *
   * @param limit in standard deviations of the inputs; infinite for inputs as they are
   */
  public FlowNetwork withReach(double limit) {
    if (!(limit > 0)) {
      throw new IllegalArgumentException(
          "reach of a network's inputs: expected more than 0 but got " + limit);
    }
    return new FlowNetwork(
        flow, flows, network, parameters, places, constraints, samples, precision, limit);
  }

  /** How far inputs count fully, in standard deviations; infinite where all do. */
  public double reach() {
    return reach;
  }

  /** The rows as the network sees them: themselves, or in work space that the caller releases. */
  Matrix seen(Matrix x, Scratch scratch) {
    return seen(x, reach, scratch);
  }

  static Matrix seen(Matrix x, double reach, Scratch scratch) {
    if (reach == Double.POSITIVE_INFINITY) {
      return x;
    }
    double[] near = scratch.take(x.rows * x.cols);
    for (int i = 0, to = 0; i < x.rows; i++) {
      int from = x.at(i, 0);
      for (int j = 0; j < x.cols; j++, to++) {
        double value = x.data[from + j];
        double beyond = Math.abs(value) - reach;
        near[to] = beyond > 0 ? Math.copySign(reach + Math.log1p(beyond), value) : value;
      }
    }
    return Matrix.wrap(near, x.rows, x.cols);
  }

  /**
   * The sinh-arcsinh part of a flow where it has one, as in the paper; otherwise every parameter.
   */
  public static Predicate<String> usualParameters(Flow flow) {
    Set<String> names = Set.copyOf(FlowParts.parametersOf(SinhArcsinhFlow.class, flow));
    return names.isEmpty() ? name -> true : names::contains;
  }

  /** The names of the flow's parameters that depend on the input. */
  public List<String> dependent() {
    List<String> names = new ArrayList<>();
    int at = 0;
    for (Parameter parameter : parameters) {
      int first = at;
      if (Arrays.stream(places).anyMatch(place -> place == first)) {
        names.add(parameter.name());
      }
      at += parameter.size();
    }
    return names;
  }

  /** λ of the prior N(0, 1/λ) on each weight. */
  public double precision() {
    return precision;
  }

  public Network network() {
    return network;
  }

  public Flow flow() {
    return flow;
  }

  /** How many flows it gives the values of: 1, or as many as an output has. */
  public int flows() {
    return flows;
  }

  /** The parameters of one flow, those that depend on the input held where they start. */
  List<Parameter> flowParameters() {
    return parameters;
  }

  /** Draws of the network per row in a training step. */
  public int samples() {
    return samples;
  }

  /** Values of a row, of all its flows. */
  int width() {
    return width;
  }

  /** Where the values of one of its flows start among those of a row. */
  int offset(int number) {
    return flows == 1 ? 0 : number * flow.parameterCount();
  }

  /** What the bound gains for the weights. */
  double logPrior(double[] theta, int networkAt, Divergence divergence, double[] thetaBar) {
    return divergence.isKl()
        ? network.logPrior(theta, networkAt, precision, thetaBar)
        : network.logPrior(theta, networkAt, precision, divergence, thetaBar);
  }

  /**
   * Lets the network start from the flow's own values: the second stage of the paper's
   * initialisation.
   */
  void start(double[] theta, double[] free, int flowAt, int networkAt) {
    double[] target = new double[places.length];
    for (int j = 0; j < places.length; j++) {
      target[j] = free[flowAt + places[j]];
    }
    network.startAt(theta, networkAt, target, 0.1);
  }

  /**
   * How many of {@code rows} rows to treat at a time, so that what forward leaves is still in the
   * second-level cache on the way back; all of them where the network normalises over rows.
   */
  static int rowsAtATime(Network network, int rows) {
    int most = network.shape().batchNorm() ? rows : CACHED / network.tapeSize(1);
    return Math.max(1, Math.min(rows, Math.max(LEAST_ROWS, most)));
  }

  /** Work space of one block of rows: what {@link #forward} leaves for {@link #pullback}. */
  static final class Rows {
    int first; // number of the first row
    Matrix raw; // rows × outputs, the network's answer
    double[] tape;
    double[] theta; // rows × p
    double[] thetaBar; // rows × p
  }

  /** Takes work space for a block; {@code thetaBar} starts at zero. */
  Rows take(int first, int rows, Scratch scratch) {
    Rows block = new Rows();
    block.first = first;
    block.raw = Matrix.wrap(scratch.take(rows * places.length), rows, places.length);
    block.tape = scratch.take(network.tapeSize(rows));
    block.theta = scratch.take(rows * width);
    block.thetaBar = scratch.takeZeroed(rows * width);
    return block;
  }

  /** The flow's values of every row of x. */
  void forward(
      double[] theta,
      int flowAt,
      int networkAt,
      Matrix x,
      Mode mode,
      Noise noise,
      Rows block,
      Scratch scratch) {
    int mark = scratch.mark();
    Matrix seen = seen(x, scratch);
    network.forward(theta, networkAt, seen, mode, noise, block.raw, block.tape, scratch);
    constrain(theta, flowAt, block.raw, block.theta, scratch);
    scratch.release(mark);
  }

  /** Rows of flow values from the network's raw answers, one row each. */
  void constrain(double[] theta, int flowAt, Matrix raw, double[] rowTheta, Scratch scratch) {
    int mark = scratch.mark();
    int rows = raw.rows;
    double[] free = scratch.take(rows);
    double[] value = scratch.take(rows);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(theta, flowAt, rowTheta, i * width, width);
    }
    for (int j = 0; j < places.length; j++) {
      column(raw, j, free);
      constraints[j].toValue(free, value, 0, rows);
      for (int i = 0; i < rows; i++) {
        rowTheta[i * width + places[j]] = value[i];
      }
    }
    scratch.release(mark);
  }

  /**
   * Flow values of several draws from the network's raw answers: output j of row i starts at {@code
   * raw[(i·outputs + j)·draws]}, which changes, value k of row i at {@code rowTheta[(i·p +
   * k)·draws]}.
   */
  void constrain(double[] theta, int flowAt, double[] raw, int rows, int draws, double[] rowTheta) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < width; k++) {
        int at = (i * width + k) * draws;
        Arrays.fill(rowTheta, at, at + draws, theta[flowAt + k]);
      }
      for (int j = 0; j < places.length; j++) {
        int from = (i * places.length + j) * draws;
        constraints[j].toValue(raw, raw, from, draws);
        System.arraycopy(raw, from, rowTheta, (i * width + places[j]) * draws, draws);
      }
    }
  }

  /**
   * From the adjoints of the rows' flow values to those of the global values and of the weights.
   */
  void pullback(
      double[] theta,
      int flowAt,
      int networkAt,
      Matrix x,
      Mode mode,
      Rows block,
      double[] thetaBar,
      Scratch scratch) {
    int mark = scratch.mark();
    int rows = x.rows;
    Matrix rawBar = Matrix.wrap(scratch.take(rows * places.length), rows, places.length);
    double[] free = scratch.take(rows);
    double[] value = scratch.take(rows);
    double[] bar = scratch.take(rows);
    for (int j = 0; j < places.length; j++) {
      column(block.raw, j, free);
      double[] freeBar = scratch.takeZeroed(rows);
      for (int i = 0; i < rows; i++) {
        value[i] = block.theta[i * width + places[j]];
        bar[i] = block.thetaBar[i * width + places[j]];
        block.thetaBar[i * width + places[j]] = 0.0; // what is left belongs to the global values
      }
      constraints[j].pullback(free, value, bar, freeBar, 0, rows);
      for (int i = 0; i < rows; i++) {
        rawBar.data[i * places.length + j] = freeBar[i];
      }
    }
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < width; k++) {
        thetaBar[flowAt + k] += block.thetaBar[i * width + k];
      }
    }
    Matrix seen = seen(x, scratch);
    network.pullback(theta, networkAt, seen, mode, rawBar, block.tape, thetaBar, null, scratch);
    scratch.release(mark);
  }

  private static void column(Matrix m, int j, double[] out) {
    for (int i = 0; i < m.rows; i++) {
      out[i] = m.data[m.at(i, j)];
    }
  }

  /** The text of the model language: {@code sal(1) @ mlp(25, tanh, dropout=0.5)}. */
  @Override
  public String toString() {
    return flow + " @ " + (flows == 1 ? network.shape() : network.shape().text("shared"));
  }
}
