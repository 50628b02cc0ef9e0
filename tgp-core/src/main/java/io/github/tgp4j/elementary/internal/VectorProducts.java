package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.SPECIES;
import static jdk.incubator.vector.VectorOperators.FMA;

import jdk.incubator.vector.DoubleVector;

/**
 * {@link io.github.tgp4j.elementary.SelectedProduct} with two vectors of points and four outputs in
 * registers: eight sums, which hide the latency of the multiply-adds, over six loads.
 */
final class VectorProducts {
  private static final int LANES = SPECIES.length();

  private VectorProducts() {}

  /** Outputs j to j + 3 of points t to t + 2·LANES − 1. */
  static void four(
      double[] w,
      int[] weightAt,
      int[] inputAt,
      int inputs,
      int[] columns,
      int j,
      double[] h,
      int t,
      double[] bias,
      int biasAt,
      boolean rectify,
      double[] out,
      int tile) {
    int c0 = columns[j];
    int c1 = columns[j + 1];
    int c2 = columns[j + 2];
    int c3 = columns[j + 3];
    DoubleVector a0 = DoubleVector.broadcast(SPECIES, bias[biasAt + c0]);
    DoubleVector a1 = DoubleVector.broadcast(SPECIES, bias[biasAt + c1]);
    DoubleVector a2 = DoubleVector.broadcast(SPECIES, bias[biasAt + c2]);
    DoubleVector a3 = DoubleVector.broadcast(SPECIES, bias[biasAt + c3]);
    DoubleVector b0 = a0;
    DoubleVector b1 = a1;
    DoubleVector b2 = a2;
    DoubleVector b3 = a3;
    int k = 0;
    for (; k < inputs - 1; k += 2) { // two rounds, for the sake of what each round costs beside
      int row = weightAt[k];
      int from = inputAt[k] + t;
      DoubleVector x = DoubleVector.fromArray(SPECIES, h, from);
      DoubleVector y = DoubleVector.fromArray(SPECIES, h, from + LANES);
      DoubleVector w0 = DoubleVector.broadcast(SPECIES, w[row + c0]);
      a0 = x.lanewise(FMA, w0, a0);
      b0 = y.lanewise(FMA, w0, b0);
      DoubleVector w1 = DoubleVector.broadcast(SPECIES, w[row + c1]);
      a1 = x.lanewise(FMA, w1, a1);
      b1 = y.lanewise(FMA, w1, b1);
      DoubleVector w2 = DoubleVector.broadcast(SPECIES, w[row + c2]);
      a2 = x.lanewise(FMA, w2, a2);
      b2 = y.lanewise(FMA, w2, b2);
      DoubleVector w3 = DoubleVector.broadcast(SPECIES, w[row + c3]);
      a3 = x.lanewise(FMA, w3, a3);
      b3 = y.lanewise(FMA, w3, b3);
      row = weightAt[k + 1];
      from = inputAt[k + 1] + t;
      x = DoubleVector.fromArray(SPECIES, h, from);
      y = DoubleVector.fromArray(SPECIES, h, from + LANES);
      w0 = DoubleVector.broadcast(SPECIES, w[row + c0]);
      a0 = x.lanewise(FMA, w0, a0);
      b0 = y.lanewise(FMA, w0, b0);
      w1 = DoubleVector.broadcast(SPECIES, w[row + c1]);
      a1 = x.lanewise(FMA, w1, a1);
      b1 = y.lanewise(FMA, w1, b1);
      w2 = DoubleVector.broadcast(SPECIES, w[row + c2]);
      a2 = x.lanewise(FMA, w2, a2);
      b2 = y.lanewise(FMA, w2, b2);
      w3 = DoubleVector.broadcast(SPECIES, w[row + c3]);
      a3 = x.lanewise(FMA, w3, a3);
      b3 = y.lanewise(FMA, w3, b3);
    }
    if (k < inputs) {
      int row = weightAt[k];
      int from = inputAt[k] + t;
      DoubleVector x = DoubleVector.fromArray(SPECIES, h, from);
      DoubleVector y = DoubleVector.fromArray(SPECIES, h, from + LANES);
      DoubleVector w0 = DoubleVector.broadcast(SPECIES, w[row + c0]);
      a0 = x.lanewise(FMA, w0, a0);
      b0 = y.lanewise(FMA, w0, b0);
      DoubleVector w1 = DoubleVector.broadcast(SPECIES, w[row + c1]);
      a1 = x.lanewise(FMA, w1, a1);
      b1 = y.lanewise(FMA, w1, b1);
      DoubleVector w2 = DoubleVector.broadcast(SPECIES, w[row + c2]);
      a2 = x.lanewise(FMA, w2, a2);
      b2 = y.lanewise(FMA, w2, b2);
      DoubleVector w3 = DoubleVector.broadcast(SPECIES, w[row + c3]);
      a3 = x.lanewise(FMA, w3, a3);
      b3 = y.lanewise(FMA, w3, b3);
    }
    if (rectify) { // max(out, 0)
      a0 = a0.add(a0.abs()).mul(0.5);
      b0 = b0.add(b0.abs()).mul(0.5);
      a1 = a1.add(a1.abs()).mul(0.5);
      b1 = b1.add(b1.abs()).mul(0.5);
      a2 = a2.add(a2.abs()).mul(0.5);
      b2 = b2.add(b2.abs()).mul(0.5);
      a3 = a3.add(a3.abs()).mul(0.5);
      b3 = b3.add(b3.abs()).mul(0.5);
    }
    int to = j * tile + t;
    a0.intoArray(out, to);
    b0.intoArray(out, to + LANES);
    a1.intoArray(out, to + tile);
    b1.intoArray(out, to + tile + LANES);
    a2.intoArray(out, to + 2 * tile);
    b2.intoArray(out, to + 2 * tile + LANES);
    a3.intoArray(out, to + 3 * tile);
    b3.intoArray(out, to + 3 * tile + LANES);
  }

  /**
   * Output j of points t to t + 2·LANES − 1: four interleaved sums of inputs, which do not wait for
   * each other, added up in the end.
   */
  static void one(
      double[] w,
      int[] weightAt,
      int[] inputAt,
      int inputs,
      int[] columns,
      int j,
      double[] h,
      int t,
      double[] bias,
      int biasAt,
      boolean rectify,
      double[] out,
      int tile) {
    int column = columns[j];
    DoubleVector a0 = DoubleVector.broadcast(SPECIES, bias[biasAt + column]);
    DoubleVector b0 = a0;
    DoubleVector a1 = DoubleVector.zero(SPECIES); // not the constant: see VectorSinhArcsinh
    DoubleVector a2 = a1;
    DoubleVector a3 = a1;
    DoubleVector b1 = a1;
    DoubleVector b2 = a1;
    DoubleVector b3 = a1;
    int k = 0;
    for (; k < inputs - 3; k += 4) {
      int from = inputAt[k] + t;
      DoubleVector v = DoubleVector.broadcast(SPECIES, w[weightAt[k] + column]);
      a0 = DoubleVector.fromArray(SPECIES, h, from).lanewise(FMA, v, a0);
      b0 = DoubleVector.fromArray(SPECIES, h, from + LANES).lanewise(FMA, v, b0);
      from = inputAt[k + 1] + t;
      v = DoubleVector.broadcast(SPECIES, w[weightAt[k + 1] + column]);
      a1 = DoubleVector.fromArray(SPECIES, h, from).lanewise(FMA, v, a1);
      b1 = DoubleVector.fromArray(SPECIES, h, from + LANES).lanewise(FMA, v, b1);
      from = inputAt[k + 2] + t;
      v = DoubleVector.broadcast(SPECIES, w[weightAt[k + 2] + column]);
      a2 = DoubleVector.fromArray(SPECIES, h, from).lanewise(FMA, v, a2);
      b2 = DoubleVector.fromArray(SPECIES, h, from + LANES).lanewise(FMA, v, b2);
      from = inputAt[k + 3] + t;
      v = DoubleVector.broadcast(SPECIES, w[weightAt[k + 3] + column]);
      a3 = DoubleVector.fromArray(SPECIES, h, from).lanewise(FMA, v, a3);
      b3 = DoubleVector.fromArray(SPECIES, h, from + LANES).lanewise(FMA, v, b3);
    }
    for (; k < inputs; k++) {
      int from = inputAt[k] + t;
      DoubleVector v = DoubleVector.broadcast(SPECIES, w[weightAt[k] + column]);
      a0 = DoubleVector.fromArray(SPECIES, h, from).lanewise(FMA, v, a0);
      b0 = DoubleVector.fromArray(SPECIES, h, from + LANES).lanewise(FMA, v, b0);
    }
    DoubleVector a = a0.add(a1).add(a2.add(a3));
    DoubleVector b = b0.add(b1).add(b2.add(b3));
    if (rectify) {
      a = a.add(a.abs()).mul(0.5);
      b = b.add(b.abs()).mul(0.5);
    }
    a.intoArray(out, j * tile + t);
    b.intoArray(out, j * tile + t + LANES);
  }
}
