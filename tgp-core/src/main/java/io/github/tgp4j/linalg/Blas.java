package io.github.tgp4j.linalg;

import io.github.tgp4j.linalg.internal.BlasProvider;
import io.github.tgp4j.linalg.internal.Providers;
import io.github.tgp4j.linalg.internal.RowRoutines;

/**
 * Matrix products, triangular products and solves, Cholesky factors, on row-major matrices and
 * their views.
 *
 * <p>Natives are loaded on first use, where an artifact {@code tgp-openblas-…} is on the class
 * path. System property {@code tgp4j.blas} = {@code native} or {@code java} overrides the choice.
 * Triangular arguments are lower triangles; the part above the diagonal is not read.
 *
 * <p>Products of at most {@value #FEW_ROWS} rows are computed in Java, whatever the provider, and
 * with one promise more: a row of the result depends on that row of the left argument and on the
 * right argument alone, bit for bit, neither on how many rows there are nor on where it stands.
 * This holds for {@link #gemm} with {@code a} as it is (not transposed), for {@link #gemv}
 * likewise, and for {@link #trmm} from the right. Who goes through any number of rows in blocks of
 * {@value #FEW_ROWS} or fewer therefore gets for each row the bits that it gets alone, and enters
 * no native code. The quickest of the three is gemm with neither argument transposed: where a right
 * argument is used often, keep it the way round that gemm wants it.
 */
public final class Blas {
  /**
   * Width of the column tiles in which matrices are mirrored, so that strided accesses stay in
   * cache.
   */
  private static final int TILE = 32;

  /** Products of at most this many rows promise the bits that each row gets alone. */
  public static final int FEW_ROWS = 16;

  private Blas() {}

  private static final class Chosen {
    static final BlasProvider PROVIDER = Providers.choose();
  }

  /** Which library answers, for logs and reports. */
  public static String description() {
    return Chosen.PROVIDER.description();
  }

  /** c ← alpha·op(a)·op(b) + beta·c. */
  public static void gemm(
      boolean transA, boolean transB, double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    int rows = transA ? a.cols : a.rows;
    int inner = transA ? a.rows : a.cols;
    int innerB = transB ? b.cols : b.rows;
    int cols = transB ? b.rows : b.cols;
    if (inner != innerB || c.rows != rows || c.cols != cols) {
      throw new IllegalArgumentException(
          "gemm: shapes do not fit: op(a) "
              + rows
              + "×"
              + inner
              + ", op(b) "
              + innerB
              + "×"
              + cols
              + ", c "
              + c.shape());
    }
    if (rows > 0 && cols > 0) {
      if (inner == 0) {
        scale(beta, c);
      } else if (transA || rows > FEW_ROWS) {
        Chosen.PROVIDER.gemm(transA, transB, alpha, a, b, beta, c);
      } else if (transB) {
        RowRoutines.gemmTransposed(alpha, a, b, beta, c);
      } else {
        RowRoutines.gemm(alpha, a, b, beta, c);
      }
    }
  }

  /** y ← alpha·op(a)·x + beta·y. */
  public static void gemv(
      boolean transA,
      double alpha,
      Matrix a,
      double[] x,
      int xFrom,
      double beta,
      double[] y,
      int yFrom) {
    int outputs = transA ? a.cols : a.rows;
    int inputs = transA ? a.rows : a.cols;
    if (x.length - xFrom < inputs || y.length - yFrom < outputs) {
      throw new IllegalArgumentException(
          "gemv: op(a) "
              + outputs
              + "×"
              + inputs
              + " does not fit x of "
              + (x.length - xFrom)
              + " and y of "
              + (y.length - yFrom)
              + " values");
    }
    if (outputs > 0 && inputs > 0) {
      if (transA || outputs > FEW_ROWS) {
        Chosen.PROVIDER.gemv(transA, alpha, a, x, xFrom, beta, y, yFrom);
      } else {
        RowRoutines.gemv(alpha, a, x, xFrom, beta, y, yFrom);
      }
    }
  }

  /**
   * Σ_i a_i·b_i for i &lt; n, for long vectors: by the provider, because Java's compiler does not
   * reorder sums.
   *
   * @param result takes the sum in its first place
   */
  public static void dot(double[] a, double[] b, int n, double[] result) {
    Chosen.PROVIDER.gemv(false, 1.0, Matrix.wrap(a, 1, n), b, 0, 0.0, result, 0);
  }

  /**
   * c ← alpha·aᵀa + beta·c ({@code transA}) or alpha·aaᵀ + beta·c; only the lower triangle of c is
   * written.
   */
  public static void syrk(boolean transA, double alpha, Matrix a, double beta, Matrix c) {
    int n = transA ? a.cols : a.rows;
    if (c.rows != n || c.cols != n) {
      throw new IllegalArgumentException(
          "syrk: expected c " + n + "×" + n + " but got " + c.shape());
    }
    if (n > 0 && a.rows > 0 && a.cols > 0) {
      Chosen.PROVIDER.syrk(transA, alpha, a, beta, c);
    } else {
      scale(beta, c);
    }
  }

  /** b ← alpha·op(l)·b, or alpha·b·op(l) when {@code right}; l lower triangular. */
  public static void trmm(boolean right, boolean transL, double alpha, Matrix l, Matrix b) {
    checkTriangle("trmm", right, l, b);
    if (b.rows > 0 && b.cols > 0) {
      if (!right || b.rows > FEW_ROWS) {
        Chosen.PROVIDER.trmm(right, transL, alpha, l, b);
      } else if (transL) {
        RowRoutines.trmmTransposed(alpha, l, b);
      } else {
        RowRoutines.trmm(alpha, l, b);
      }
    }
  }

  /** b ← alpha·op(l)⁻¹·b, or alpha·b·op(l)⁻¹ when {@code right}; l lower triangular. */
  public static void trsm(boolean right, boolean transL, double alpha, Matrix l, Matrix b) {
    checkTriangle("trsm", right, l, b);
    if (b.rows > 0 && b.cols > 0) {
      Chosen.PROVIDER.trsm(right, transL, alpha, l, b);
    }
  }

  /**
   * Overwrites a by its lower Cholesky factor, zeros above; false (a undefined) when not positive
   * definite.
   */
  public static boolean potrf(Matrix a) {
    checkSquare("potrf", a);
    boolean done = a.rows == 0 || Chosen.PROVIDER.potrf(a);
    for (int i = 0; i < a.rows; i++) {
      java.util.Arrays.fill(a.data, a.at(i, i) + 1, a.at(i, 0) + a.cols, 0.0);
    }
    return done;
  }

  /** Overwrites the lower triangle of l by its inverse; false when it is singular. */
  public static boolean trtri(Matrix l) {
    checkSquare("trtri", l);
    return l.rows == 0 || Chosen.PROVIDER.trtri(l);
  }

  /** Copies the lower triangle of c onto the upper one. */
  public static void symmetrise(Matrix c) {
    checkSquare("symmetrise", c);
    double[] data = c.data;
    for (int tile = 0; tile < c.rows; tile += TILE) {
      int tileEnd = Math.min(tile + TILE, c.rows);
      for (int j = tile; j < c.rows; j++) {
        int row = c.at(j, 0);
        for (int i = tile; i < Math.min(tileEnd, j); i++) {
          data[c.at(i, j)] = data[row + i];
        }
      }
    }
  }

  /** c ← cᵀ, in place. */
  public static void transpose(Matrix c) {
    checkSquare("transpose", c);
    double[] data = c.data;
    for (int tile = 0; tile < c.rows; tile += TILE) {
      int tileEnd = Math.min(tile + TILE, c.rows);
      for (int j = tile; j < c.rows; j++) {
        int row = c.at(j, 0);
        for (int i = tile; i < Math.min(tileEnd, j); i++) {
          int above = c.at(i, j);
          double swap = data[above];
          data[above] = data[row + i];
          data[row + i] = swap;
        }
      }
    }
  }

  private static void scale(double beta, Matrix c) {
    for (int i = 0; i < c.rows; i++) {
      for (int j = c.at(i, 0); j < c.at(i, 0) + c.cols; j++) {
        c.data[j] = beta == 0.0 ? 0.0 : beta * c.data[j];
      }
    }
  }

  private static void checkTriangle(String routine, boolean right, Matrix l, Matrix b) {
    checkSquare(routine, l);
    int side = right ? b.cols : b.rows;
    if (l.rows != side) {
      throw new IllegalArgumentException(
          routine
              + ": triangle "
              + l.shape()
              + " does not fit b "
              + b.shape()
              + " from the "
              + (right ? "right" : "left"));
    }
  }

  private static void checkSquare(String routine, Matrix a) {
    if (a.rows != a.cols) {
      throw new IllegalArgumentException(
          routine + ": expected a square matrix but got " + a.shape());
    }
  }
}
