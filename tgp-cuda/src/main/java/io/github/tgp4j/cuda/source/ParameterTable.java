package io.github.tgp4j.cuda.source;

import io.github.tgp4j.network.Mlp;
import io.github.tgp4j.network.Network;
import io.github.tgp4j.param.Constraint;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import java.util.List;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * What each parameter value is, for the kernels that move them: its constraint, its prior, and the
 * prior of a network's weight; the layout is at the head of parameters.h.
 *
 * <pre>
 *   constrain(whole, real, n, free, value)
 *   adam_step(whole, real, n, share, settings, thetaBar, free, value, first, second)
 *   log_prior(whole, real, n, value, thetaBar, partial)
 * </pre>
 */
public final class ParameterTable {
  /** Rows of {@link #whole()} and {@link #real()}. */
  private static final int WHOLE_ROWS = 4;

  private static final int REAL_ROWS = 6;
  private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

  private final int n;
  private final int[] whole;
  private final double[] real;

  private ParameterTable(int n) {
    this.n = n;
    whole = new int[WHOLE_ROWS * n];
    real = new double[REAL_ROWS * n];
  }

  /**
   * Of a model's parameters. Networks' weights have their own prior, with the Kullback-Leibler
   * divergence.
   *
   * @throws UnsupportedModelException when a constraint or prior is not of this library
   */
  public static ParameterTable of(Architecture architecture, Parameters parameters) {
    ParameterTable table = new ParameterTable(parameters.size());
    for (Parameters.Block block : parameters.blocks()) {
      table.constrain(block);
      if (block.prior() != null) {
        table.prior(block);
      }
    }
    for (int o = 0; o < architecture.outputs().size(); o++) {
      Architecture.Output output = architecture.outputs().get(o);
      for (int c = 0; c < output.networks().size(); c++) {
        FlowNetwork network = output.networks().get(c);
        int at = architecture.networkAt(architecture.firstLatentOfOutput(o) + c);
        table.weights(network.network(), network.precision(), at);
      }
      if (output.latentNetwork() != null) {
        Network network = output.latentNetwork().network();
        table.weights(network, output.latentNetwork().precision(), architecture.latentNetworkAt(o));
      }
    }
    return table;
  }

  /** How many values. */
  public int size() {
    return n;
  }

  /** The table's whole numbers, row after row. */
  public int[] whole() {
    return whole.clone();
  }

  /** The table's real numbers, row after row. */
  public double[] real() {
    return real.clone();
  }

  /** Blocks of its kernels. */
  public int grid() {
    return Launch.blocks(n, Launch.BLOCK);
  }

  private void constrain(Parameters.Block block) {
    Constraint constraint = block.constraint();
    for (int k = 0; k < block.size(); k++) {
      int i = block.from() + k;
      whole[i] = kind(constraint, block, k);
      whole[n + i] = block.size() - k;
      if (whole[i] == Kind.INTERVAL) {
        double[] ends = ends(constraint);
        real[i] = ends[0];
        real[n + i] = ends[1];
      }
    }
  }

  /** Codes of constraints in parameters.h. */
  static final class Kind {
    static final int REAL = 0;
    static final int POSITIVE = 1;
    static final int LOG_POSITIVE = 2;
    static final int INTERVAL = 3;
    static final int ORDERED_FIRST = 4;
    static final int ORDERED_REST = 5;
    static final int EXPONENTIAL = 6;

    private Kind() {}
  }

  private static int kind(Constraint constraint, Parameters.Block block, int entry) {
    if (constraint == Constraints.ORDERED) {
      return entry == 0 ? Kind.ORDERED_FIRST : Kind.ORDERED_REST;
    }
    if (constraint.toString().equals("lower triangular")) {
      return isDiagonal(entry) ? Kind.EXPONENTIAL : Kind.REAL;
    }
    return elementwise(constraint, "parameter " + block.name());
  }

  /**
   * The code of a constraint that treats every value alike.
   *
   * @param owner whose it is, for the message where there is none
   */
  static int elementwise(Constraint constraint, String owner) {
    if (constraint == Constraints.REAL) {
      return Kind.REAL;
    }
    if (constraint == Constraints.POSITIVE) {
      return Kind.POSITIVE;
    }
    if (constraint == Constraints.LOG_POSITIVE) {
      return Kind.LOG_POSITIVE;
    }
    if (ends(constraint) != null) {
      return Kind.INTERVAL;
    }
    throw new UnsupportedModelException(
        owner, "its constraint (" + constraint + ") has no kernels");
  }

  /** The ends of an interval; null where the constraint is another. */
  static double[] ends(Constraint constraint) {
    String[] words = constraint.toString().split(" ");
    if (words.length != 4 || !words[0].equals("between") || !words[2].equals("and")) {
      return null;
    }
    double lower = Double.parseDouble(words[1]);
    double upper = Double.parseDouble(words[3]);
    Constraint same = Constraints.interval(lower, upper);
    return constraint.getClass() == same.getClass() ? new double[] {lower, upper} : null;
  }

  /** Whether an entry of a packed triangle lies on its diagonal. */
  private static boolean isDiagonal(int entry) {
    int row = 0;
    int at = 0;
    while (at < entry) {
      row++;
      at += row + 1;
    }
    return at == entry;
  }

  private void prior(Parameters.Block block) {
    Prior prior = block.prior();
    Call call = Call.of(prior.toString());
    int code = List.of("normal", "lognormal", "gamma").indexOf(call.name()) + 1;
    boolean own = prior.getClass().getName().startsWith("io.github.tgp4j.param.");
    if (code == 0 || !own) {
      throw new UnsupportedModelException(
          "prior " + prior + " of " + block.name(), "it has no kernels");
    }
    double a = Double.parseDouble(call.arguments().get(0));
    double b = Double.parseDouble(call.arguments().get(1));
    double normaliser =
        code == 3 ? a * Math.log(b) - LogGamma.value(a) : -Math.log(b) - HALF_LOG_TWO_PI;
    for (int i = block.from(); i < block.from() + block.size(); i++) {
      whole[2 * n + i] = code;
      real[2 * n + i] = a;
      real[3 * n + i] = b;
      real[4 * n + i] = normaliser;
    }
  }

  /** N(0, 1/λ) on weights; on weights and biases where they have a distribution. */
  private void weights(Network network, double precision, int at) {
    boolean points = network instanceof Mlp;
    int i = at;
    for (Parameter parameter : network.parameters()) {
      int code;
      if (points) {
        code = parameter.name().endsWith("weights") ? 1 : 0;
      } else {
        code = parameter.name().endsWith("-deviation") ? 2 : 1;
      }
      for (int k = 0; k < parameter.size(); k++, i++) {
        whole[3 * n + i] = code;
        real[5 * n + i] = precision;
      }
    }
  }
}
