package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sum of strictly increasing flows, itself strictly increasing; equation F18.
 *
 * <pre>
 *   g(f)  = Σ_j w_j·g_j(f; θ_j),  w_j = 1 or a parameter above 0 that starts at 1/K
 *   g'(f) = Σ_j w_j·g_j'(f; θ_j)
 * </pre>
 *
 * <p>The sums of {@link NamedSums} differ from {@code sum(...)} of the same parts only in their
 * starting values.
 *
 * <p>Elements are treated in chunks of 512. On the tape two lanes of scratch, shared by all chunks,
 * come first; then, chunk by chunk, the tapes of the parts and those values g_j that are needed
 * again.
 */
final class SumFlow implements Flow {
  private static final int CHUNK = CompositeFlow.CHUNK;
  private static final int SMALL_CHUNK = 64;
  private static final int SCRATCH_LANES = 2;

  private final Flow[] parts;
  private final boolean weighted;
  private final String name; // of a named sum, else null
  private final Interval domain;
  private final int[] offsets; // of each part's θ, after the weights
  private final int[] tapeOffsets; // of each part's tape, in values per element
  private final int[] valueOffsets; // of each part's value, or −1 where it is not kept
  private final int chunkWidth;
  private final List<Parameter> parameters;

  private SumFlow(List<? extends Flow> parts, boolean weighted, String name, double[][] starts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("sum: expected at least one flow but got none");
    }
    this.parts = parts.toArray(new Flow[0]);
    this.weighted = weighted;
    this.name = name;
    this.domain = intersection(this.parts);
    int k = this.parts.length;
    offsets = new int[k];
    tapeOffsets = new int[k];
    valueOffsets = new int[k];
    List<Parameter> all = new ArrayList<>();
    if (weighted) {
      double[] equal = new double[k];
      Arrays.fill(equal, 1.0 / k);
      all.add(Parameter.of("weights", Constraints.POSITIVE, equal));
    }
    int offset = weighted ? k : 0;
    int width = 0;
    for (int j = 0; j < k; j++) {
      Flow part = this.parts[j];
      offsets[j] = offset;
      tapeOffsets[j] = width;
      offset += part.parameterCount();
      width += part.tapeWidth();
      valueOffsets[j] = weighted || readsValues(part) ? width++ : -1;
      addParameters(part, j + 1, starts == null ? null : starts[j], all);
    }
    chunkWidth = width;
    parameters = List.copyOf(all);
  }

  /** Whether the pullback of a part needs the part's value again. */
  private static boolean readsValues(Flow part) {
    return part instanceof ElementwiseFlow flow
        ? flow.readsValues()
        : !(part instanceof IdentityFlow);
  }

  private static void addParameters(Flow part, int position, double[] start, List<Parameter> into) {
    int from = 0;
    for (Parameter parameter : part.parameters()) {
      int to = from + parameter.size();
      Parameter started =
          start == null ? parameter : parameter.startingAt(Arrays.copyOfRange(start, from, to));
      into.add(started.prefixed(FlowText.partName(part, position)));
      from = to;
    }
  }

  private static Interval intersection(Flow[] parts) {
    double lower = Double.NEGATIVE_INFINITY;
    double upper = Double.POSITIVE_INFINITY;
    for (Flow part : parts) {
      lower = Math.max(lower, part.domain().lower());
      upper = Math.min(upper, part.domain().upper());
      if (!(lower < upper)) {
        throw new IllegalArgumentException(
            "sum: expected flows that are defined on a common interval but "
                + part
                + " is defined on "
                + part.domain()
                + ", outside the others' domain");
      }
    }
    return new Interval(lower, upper);
  }

  /** Σ_j g_j(f). */
  public static SumFlow of(List<? extends Flow> parts) {
    return new SumFlow(parts, false, null, null);
  }

  /** Σ_j w_j·g_j(f) with weights above 0 that start at 1/K. */
  public static SumFlow weighted(List<? extends Flow> parts) {
    return new SumFlow(parts, true, null, null);
  }

  /**
   * A sum with a name of its own.
   *
   * @param starts the starting values of each part
   */
  static SumFlow named(String name, List<Flow> parts, boolean weighted, List<double[]> starts) {
    return new SumFlow(parts, weighted, name, starts.toArray(new double[0][]));
  }

  /** The terms, without their weights. */
  public List<Flow> parts() {
    return List.of(parts);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public Interval domain() {
    return domain;
  }

  @Override
  public Interval range(Interval input) {
    double lower = 0.0;
    double upper = 0.0;
    for (Flow part : parts) {
      Interval range = weighted ? ScaleFlow.scaled(part.range(input)) : part.range(input);
      lower += range.lower();
      upper += range.upper();
    }
    return new Interval(lower, upper);
  }

  @Override
  public int tapeWidth() {
    return SCRATCH_LANES + chunkWidth;
  }

  private double weight(double[] theta, int at, int j) {
    return weighted ? theta[at + j] : 1.0;
  }

  @Override
  public void forward(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      double[] tape,
      int tapeFrom) {
    int chunks = tapeFrom + SCRATCH_LANES * n;
    for (int from = 0; from < n; from += CHUNK) {
      int m = Math.min(CHUNK, n - from);
      int chunk = chunks + chunkWidth * from;
      int x = fFrom + from;
      int y = gFrom + from;
      Arrays.fill(g, y, y + m, 0.0);
      for (int j = 0; j < parts.length; j++) {
        int v = valueOffsets[j] < 0 ? tapeFrom : chunk + valueOffsets[j] * m;
        parts[j].forward(
            theta, at + offsets[j], f, x, tape, v, m, tape, chunk + tapeOffsets[j] * m);
        add(weight(theta, at, j), tape, v, g, y, m);
      }
    }
  }

  private static void scale(double w, double[] x, int from, int m) {
    for (int i = from; i < from + m; i++) {
      x[i] *= w;
    }
  }

  /** y += w·x. */
  private static void add(double w, double[] x, int xFrom, double[] y, int yFrom, int m) {
    for (int i = 0; i < m; i++) {
      y[yFrom + i] += w * x[xFrom + i];
    }
  }

  @Override
  public void pullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] tape,
      int tapeFrom,
      double[] thetaBar) {
    int chunks = tapeFrom + SCRATCH_LANES * n;
    for (int from = 0; from < n; from += CHUNK) {
      int m = Math.min(CHUNK, n - from);
      int chunk = chunks + chunkWidth * from;
      int b = barFrom + from;
      int total = tapeFrom + m;
      Arrays.fill(tape, total, total + m, 0.0);
      for (int j = 0; j < parts.length; j++) {
        int v = valueOffsets[j] < 0 ? tapeFrom : chunk + valueOffsets[j] * m;
        double w = weight(theta, at, j);
        if (weighted) {
          thetaBar[at + j] += Sums.dot(bar, b, tape, v, m);
        }
        if (parts[j] instanceof IdentityFlow) {
          add(w, bar, b, tape, total, m);
          continue;
        }
        System.arraycopy(bar, b, tape, tapeFrom, m);
        if (weighted) {
          scale(w, tape, tapeFrom, m);
        }
        parts[j].pullback(
            theta,
            at + offsets[j],
            f,
            fFrom + from,
            tape,
            v,
            tape,
            tapeFrom,
            m,
            tape,
            chunk + tapeOffsets[j] * m,
            thetaBar);
        add(1.0, tape, tapeFrom, tape, total, m);
      }
      System.arraycopy(tape, total, bar, b, m);
    }
  }

  /** {@inheritDoc} Allocates a workspace of a few kilobytes, whatever n. */
  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    double[] shares = new double[parts.length * Math.min(SMALL_CHUNK, n)];
    for (int from = 0; from < n; from += SMALL_CHUNK) {
      int m = Math.min(SMALL_CHUNK, n - from);
      logDerivativeChunk(theta, at, f, fFrom + from, out, outFrom + from, m, shares);
    }
  }

  /** Also leaves each part's share w_j·g_j'/g' of the derivative, part by part. */
  private void logDerivativeChunk(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] out,
      int outFrom,
      int m,
      double[] shares) {
    Arrays.fill(out, outFrom, outFrom + m, Double.NEGATIVE_INFINITY);
    for (int j = 0; j < parts.length; j++) {
      parts[j].logDerivative(theta, at + offsets[j], f, fFrom, shares, j * m, m);
      double logWeight = Math.log(weight(theta, at, j));
      for (int i = 0; i < m; i++) {
        shares[j * m + i] += logWeight;
        out[outFrom + i] = Math.max(out[outFrom + i], shares[j * m + i]);
      }
    }
    for (int i = 0; i < m; i++) {
      double largest = out[outFrom + i];
      double sum = 0.0;
      for (int j = 0; j < parts.length; j++) {
        shares[j * m + i] = Math.exp(shares[j * m + i] - largest);
        sum += shares[j * m + i];
      }
      for (int j = 0; j < parts.length; j++) {
        shares[j * m + i] /= sum;
      }
      out[outFrom + i] = largest + Math.log(sum);
    }
  }

  /** {@inheritDoc} Allocates a workspace of a few kilobytes, whatever n. */
  @Override
  public void logDerivativePullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] lBar,
      int lBarFrom,
      double[] fBar,
      int fBarFrom,
      int n,
      double[] thetaBar) {
    int most = Math.min(SMALL_CHUNK, n);
    double[] values = new double[most];
    double[] shares = new double[parts.length * most];
    for (int from = 0; from < n; from += SMALL_CHUNK) {
      int m = Math.min(SMALL_CHUNK, n - from);
      logDerivativeChunk(theta, at, f, fFrom + from, values, 0, m, shares);
      for (int j = 0; j < parts.length; j++) {
        for (int i = 0; i < m; i++) {
          shares[j * m + i] *= lBar[lBarFrom + from + i];
        }
        if (weighted) {
          thetaBar[at + j] += Sums.sum(shares, j * m, m) / theta[at + j];
        }
        parts[j].logDerivativePullback(
            theta,
            at + offsets[j],
            f,
            fFrom + from,
            shares,
            j * m,
            fBar,
            fBarFrom + from,
            m,
            thetaBar);
      }
    }
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    MonotoneRoot.solve(this, theta, at, g, gFrom, f, fFrom, n);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SumFlow sum && sum.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    if (name != null) {
      return name;
    }
    StringBuilder text = new StringBuilder(weighted ? "weighted-sum(" : "sum(");
    for (int j = 0; j < parts.length; j++) {
      text.append(j == 0 ? "" : ", ").append(parts[j]);
    }
    return text.append(')').toString();
  }
}
