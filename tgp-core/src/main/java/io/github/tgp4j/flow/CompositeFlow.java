package io.github.tgp4j.flow;

import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Flows one after the other, g = g_K ∘ … ∘ g_1; equation F16.
 *
 * <pre>
 *   y_0 = f,  y_j = g_j(y_{j−1}),  g(f) = y_K,  log g' = Σ_j log g_j'(y_{j−1})
 * </pre>
 *
 * <p>A composite within a composite is taken apart, so that equal maps are equal objects. Whether
 * every part is defined on what arrives is checked when the composite is built.
 *
 * <p>Elements are treated in chunks of 512, whose intermediate values stay in the processor's
 * cache; they lie on the tape chunk by chunk, first the tapes of the parts, then y_1 … y_{K−1}.
 */
final class CompositeFlow implements Flow {
  static final int CHUNK = 512;

  /** Elements per workspace of the log derivative, which has no tape. */
  private static final int SMALL_CHUNK = 64;

  private final Flow[] parts;
  private final int[] offsets; // of each part's θ
  private final int[] tapeOffsets; // of each part's tape, in values per element
  private final int partTapes; // values per element of all parts' tapes
  private final List<Parameter> parameters;

  private CompositeFlow(List<Flow> flat) {
    parts = flat.toArray(new Flow[0]);
    offsets = new int[parts.length];
    tapeOffsets = new int[parts.length];
    List<Parameter> all = new ArrayList<>();
    int offset = 0;
    int tapes = 0;
    for (int j = 0; j < parts.length; j++) {
      offsets[j] = offset;
      tapeOffsets[j] = tapes;
      offset += parts[j].parameterCount();
      tapes += parts[j].tapeWidth();
      for (Parameter parameter : parts[j].parameters()) {
        all.add(parameter.prefixed(FlowText.partName(parts[j], j + 1)));
      }
    }
    partTapes = tapes;
    parameters = List.copyOf(all);
  }

  /**
   * The parts from first to last; one part is returned as it is.
   *
   * @throws IllegalArgumentException when a part is not defined on everything that may arrive
   */
  public static Flow of(List<? extends Flow> parts) {
    List<Flow> flat = new ArrayList<>();
    for (Flow part : parts) {
      if (part instanceof CompositeFlow composite) {
        flat.addAll(composite.parts());
      } else {
        flat.add(part);
      }
    }
    if (flat.isEmpty()) {
      throw new IllegalArgumentException("composition: expected at least one flow but got none");
    }
    String mismatch = mismatch(flat);
    if (mismatch != null) {
      throw new IllegalArgumentException(mismatch);
    }
    return flat.size() == 1 ? flat.get(0) : new CompositeFlow(flat);
  }

  /** Which part is not defined on everything that may arrive, or null. */
  static String mismatch(List<Flow> flat) {
    Interval arriving = flat.get(0).domain();
    for (int j = 0; j < flat.size(); j++) {
      Flow part = flat.get(j);
      if (!part.domain().contains(arriving)) {
        return FlowText.join(flat)
            + ": "
            + part
            + " (part "
            + (j + 1)
            + ") is defined on "
            + part.domain()
            + " but "
            + flat.get(j - 1)
            + " before it gives values in "
            + arriving
            + "; "
            + remedy(part);
      }
      arriving = part.range(arriving);
    }
    return null;
  }

  private static String remedy(Flow part) {
    return part.domain().equals(Interval.POSITIVE)
        ? "put softplus or exp before " + part
        : "put a flow before " + part + " whose values lie in " + part.domain();
  }

  /** The parts from first to last, none of them a composite. */
  public List<Flow> parts() {
    return List.of(parts);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public int parameterCount() {
    int last = parts.length - 1;
    return offsets[last] + parts[last].parameterCount();
  }

  @Override
  public Interval domain() {
    return parts[0].domain();
  }

  @Override
  public Interval range(Interval input) {
    Interval arriving = input;
    for (Flow part : parts) {
      arriving = part.range(arriving);
    }
    return arriving;
  }

  @Override
  public int tapeWidth() {
    return partTapes + parts.length - 1;
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
    int width = tapeWidth();
    for (int from = 0; from < n; from += CHUNK) {
      int m = Math.min(CHUNK, n - from);
      forwardChunk(theta, at, f, fFrom + from, g, gFrom + from, m, tape, tapeFrom + width * from);
    }
  }

  @Override
  public void forwardDraws(
      double[] theta,
      int at,
      int draws,
      double[] f,
      int fFrom,
      boolean shared,
      double[] g,
      int gFrom,
      int n) {
    parts[0].forwardDraws(theta, at, draws, f, fFrom, shared, g, gFrom, n);
    for (int j = 1; j < parts.length; j++) {
      int own = at + offsets[j] * draws;
      parts[j].forwardDraws(theta, own, draws, g, gFrom, false, g, gFrom, n);
    }
  }

  private void forwardChunk(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int m,
      double[] tape,
      int tapeFrom) {
    int last = parts.length - 1;
    double[] x = f;
    int xFrom = fFrom;
    for (int j = 0; j <= last; j++) {
      double[] y = j == last ? g : tape;
      int yFrom = j == last ? gFrom : intermediate(tapeFrom, j, m);
      int partTape = tapeFrom + tapeOffsets[j] * m;
      parts[j].forward(theta, at + offsets[j], x, xFrom, y, yFrom, m, tape, partTape);
      x = y;
      xFrom = yFrom;
    }
  }

  /** Where y_{j+1} of a chunk of m elements starts. */
  private int intermediate(int tapeFrom, int j, int m) {
    return tapeFrom + (partTapes + j) * m;
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
    int width = tapeWidth();
    int last = parts.length - 1;
    for (int from = 0; from < n; from += CHUNK) {
      int m = Math.min(CHUNK, n - from);
      int chunkTape = tapeFrom + width * from;
      for (int j = last; j >= 0; j--) {
        parts[j].pullback(
            theta,
            at + offsets[j],
            j == 0 ? f : tape,
            j == 0 ? fFrom + from : intermediate(chunkTape, j - 1, m),
            j == last ? g : tape,
            j == last ? gFrom + from : intermediate(chunkTape, j, m),
            bar,
            barFrom + from,
            m,
            tape,
            chunkTape + tapeOffsets[j] * m,
            thetaBar);
      }
    }
  }

  /** {@inheritDoc} Allocates a workspace of a few kilobytes, whatever n. */
  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    int most = Math.min(SMALL_CHUNK, n);
    double[] tape = new double[tapeWidth() * most];
    double[] values = new double[most];
    double[] term = new double[most];
    for (int from = 0; from < n; from += SMALL_CHUNK) {
      int m = Math.min(SMALL_CHUNK, n - from);
      forwardChunk(theta, at, f, fFrom + from, values, 0, m, tape, 0);
      parts[0].logDerivative(theta, at, f, fFrom + from, out, outFrom + from, m);
      for (int j = 1; j < parts.length; j++) {
        int x = intermediate(0, j - 1, m);
        parts[j].logDerivative(theta, at + offsets[j], tape, x, term, 0, m);
        for (int i = 0; i < m; i++) {
          out[outFrom + from + i] += term[i];
        }
      }
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
    double[] tape = new double[tapeWidth() * most];
    double[] values = new double[most];
    double[] bar = new double[most];
    int last = parts.length - 1;
    for (int from = 0; from < n; from += SMALL_CHUNK) {
      int m = Math.min(SMALL_CHUNK, n - from);
      forwardChunk(theta, at, f, fFrom + from, values, 0, m, tape, 0);
      Arrays.fill(bar, 0.0); // ȳ_j, from the log derivatives of the parts after j
      for (int j = last; j >= 0; j--) {
        double[] x = j == 0 ? f : tape;
        int xFrom = j == 0 ? fFrom + from : intermediate(0, j - 1, m);
        double[] y = j == last ? values : tape;
        int yFrom = j == last ? 0 : intermediate(0, j, m);
        int partAt = at + offsets[j];
        if (j < last) {
          parts[j].pullback(
              theta, partAt, x, xFrom, y, yFrom, bar, 0, m, tape, tapeOffsets[j] * m, thetaBar);
        }
        parts[j].logDerivativePullback(
            theta, partAt, x, xFrom, lBar, lBarFrom + from, bar, 0, m, thetaBar);
      }
      for (int i = 0; i < m; i++) {
        fBar[fBarFrom + from + i] += bar[i];
      }
    }
  }

  /** {@inheritDoc} Allocates one chunk's worth of intermediate values. */
  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    int last = parts.length - 1;
    double[] even = new double[Math.min(CHUNK, n)];
    double[] odd = new double[even.length];
    for (int from = 0; from < n; from += CHUNK) {
      int m = Math.min(CHUNK, n - from);
      double[] y = g;
      int yFrom = gFrom + from;
      for (int j = last; j >= 0; j--) {
        double[] x = j == 0 ? f : (j & 1) == 0 ? even : odd;
        int xFrom = j == 0 ? fFrom + from : 0;
        parts[j].inverse(theta, at + offsets[j], y, yFrom, x, xFrom, m);
        y = x;
        yFrom = xFrom;
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CompositeFlow composite && composite.parts().equals(parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  @Override
  public String toString() {
    return FlowText.join(parts());
  }
}
