package io.github.tgp4j.benchmarks;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import java.util.SplittableRandom;

/**
 * The least a step can cost: the BLAS and LAPACK calls that it makes and the exponentials,
 * hyperbolic sines and their inverses that it needs, on matrices of the same shapes, and nothing
 * else. No sums, no copies, no updates.
 */
final class Floor {
  private static final int SHARE = 512;
  private static final int SAL_BLOCKS = 3;

  private final StepCase step;
  private final Workers workers;
  private final int shares;
  private final boolean flow;
  private final Matrix[] k; // per worker
  private final Matrix[] p;
  private final Matrix[] features;
  private final Matrix[] w; // per share
  private final double[][] nodes;
  private final Matrix[] sums;
  private final Matrix small; // (D+2)×M
  private final Matrix lower; // well-conditioned triangle
  private final Matrix spd;
  private final Matrix work;
  private final Matrix other;

  Floor(StepCase step, Workers workers) {
    this.step = step;
    this.workers = workers;
    this.flow = !step.flow().equals("identity");
    this.shares = Math.min(16, (step.batch() + SHARE - 1) / SHARE);
    int rows = (step.batch() + shares - 1) / shares;
    int m = step.m();
    int threads = workers.threads();
    SplittableRandom random = new SplittableRandom(2);
    k = new Matrix[threads];
    p = new Matrix[threads];
    features = new Matrix[threads];
    nodes = new double[threads][];
    sums = new Matrix[threads];
    for (int t = 0; t < threads; t++) {
      k[t] = random(rows, m, random);
      p[t] = random(rows, m, random);
      features[t] = random(rows, step.d() + 2, random);
      sums[t] = Matrix.zeros(step.d() + 2, m);
      nodes[t] = random(rows, StepCase.NODES, random).data;
    }
    w = new Matrix[shares];
    for (int s = 0; s < shares; s++) {
      w[s] = Matrix.zeros(m, m);
    }
    small = random(step.d() + 2, m, random);
    lower = Matrix.identity(m);
    spd = Matrix.identity(m);
    work = random(m, m, random);
    other = random(m, m, random);
  }

  void run() {
    matrices();
    workers.run(shares, (share, worker) -> rows(share, worker));
  }

  /** The M×M part: factor and invert K_zz and Λ, form S, and pull back to K_zz. */
  private void matrices() {
    int m = step.m();
    Blas.gemm(true, false, 1.0, small, small, 0.0, work);
    Elementary.exp(work.data, 0, work.data, 0, m * m);
    for (int i = 0; i < 2; i++) { // K_zz and Λ
      System.arraycopy(spd.data, 0, other.data, 0, m * m);
      Blas.potrf(other);
      Blas.trtri(other);
    }
    panels(from -> Blas.syrk(true, 1.0, other, 0.0, work), 1); // S = C⁻ᵀC⁻¹
    panels(
        from -> Blas.gemm(false, false, 1.0, panel(spd, from), work, 0.0, panel(other, from)),
        0); // (S − I)W
    for (int i = 0; i < 6; i++) { // L⁻ᵀ(S − I)L⁻¹, L⁻¹VL⁻ᵀ, K̄_zz
      panels(from -> Blas.trmm(true, false, 1.0, lower, panel(other, from)), 0);
    }
  }

  private interface Panel {
    void run(int from);
  }

  private void panels(Panel panel, int count) {
    int height = 128;
    int tasks = count > 0 ? count : (step.m() + height - 1) / height;
    workers.run(tasks, (task, worker) -> panel.run(task * height));
  }

  private static Matrix panel(Matrix m, int from) {
    return m.rowRange(from, Math.min(m.rows, from + 128));
  }

  private void rows(int share, int worker) {
    Matrix kxz = k[worker];
    int rows = kxz.rows;
    int m = step.m();
    Blas.gemm(false, false, 1e-9, features[worker], small, 0.0, kxz); // distances
    Elementary.exp(kxz.data, 0, kxz.data, 0, rows * m);
    Blas.syrk(true, 1.0, kxz, 0.0, w[share]); // W
    Blas.gemm(false, false, 1.0, kxz, spd, 0.0, p[worker]); // P
    if (flow) {
      double[] f = nodes[worker];
      for (int b = 0; b < SAL_BLOCKS; b++) {
        Elementary.asinh(f, 0, f, 0, rows * StepCase.NODES);
        Elementary.sinh(f, 0, f, 0, rows * StepCase.NODES);
      }
    }
    Blas.gemm(
        true, false, 1.0, features[worker], p[worker], 0.0, sums[worker]); // sums for Z̄ and ℓ̄
  }

  private static Matrix random(int rows, int cols, SplittableRandom random) {
    Matrix x = Matrix.zeros(rows, cols);
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextDouble(-1e-3, 1e-3);
    }
    return x;
  }
}
