package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Products.Operand;

/**
 * L⁻¹ of a symmetric matrix on the device (S1): up to 128 rows in one block, larger ones by corners
 * of 128 with products between them. There is no L: nothing needs it but its inverse.
 */
final class GroupFactor implements AutoCloseable {
  /** Where the facts about a factor stand; as in algebra.cu. */
  static final int GOOD = 0;

  static final int LOG_DETERMINANT = 1;
  static final int JITTER = 2;
  static final int MEASURE = 4;
  static final int FACTS = 8;

  /** Rows that one block factors, where it has the shared memory. */
  static final int MOST_SMALL = 128;

  private static final int CORNER = 16;
  private static final int THREADS = 512;
  private static final int WIDE = 1024;

  private final Lane lane;
  private final int n;
  private final int most; // rows that one block of this device factors
  private final Buffer inverse;
  private final long facts; // where they stand
  private final Buffer work; // what is left of the matrix; null for small ones
  private final Buffer lower; // L

  /**
   * @param inverse where L⁻¹ goes
   * @param facts where the facts go
   */
  GroupFactor(Lane lane, int n, Buffer inverse, long facts) {
    this.lane = lane;
    this.n = n;
    this.inverse = inverse;
    this.facts = facts;
    most = mostRows(lane.stream().device().sharedMemory());
    long square = (long) n * n;
    work = isSmall() ? null : new Buffer(square);
    lower = isSmall() ? null : new Buffer(square);
    for (String kernel : new String[] {"factor_small", "factor_block", "natural_factor_small"}) {
      lane.allowSharedMemory(kernel, sharedMemory(most));
    }
  }

  /** Whether one block has the whole matrix: it then tries every jitter, or step, by itself. */
  boolean isSmall() {
    return n <= most;
  }

  /** Rows that a block with so many bytes of shared memory factors. */
  static int mostRows(int available) {
    int rows = MOST_SMALL;
    while (rows > CORNER && sharedMemory(rows) > available) {
      rows -= CORNER;
    }
    return rows;
  }

  /** Bytes that the block of so many rows asks for: the matrix, 1/L_ii, partial sums, a corner. */
  static int sharedMemory(int n) {
    return Double.BYTES * (MOST_SMALL + 32 + CORNER * (CORNER + 1) + n * (n + 1));
  }

  /** L⁻¹, zeros above the diagonal. */
  Buffer inverse() {
    return inverse;
  }

  /** Where a fact stands. */
  long fact(int which) {
    return facts + (long) Double.BYTES * which;
  }

  /**
   * Factors K with the least jitter that does; a larger K with the one given.
   *
   * @param jitter where the jitter of large matrices stands, or 0 for none
   */
  void factor(Buffer k, long jitter) {
    if (isSmall()) {
      lane.launch("factor_small", oneBlock(n), k.at(), n, inverse.at(), facts);
      return;
    }
    lane.launch("begin_factor", Grid.of(1, WIDE), k.at(), n, jitter, facts);
    lane.each("with_jitter", (long) n * n, k.at(), n, facts, work.at());
    factorWork(k.at());
  }

  /** Factors (1−ρ)Λ + ρ(I − 2W); small ones halve ρ until it does. */
  void factorBlend(Buffer precision, long w, long rho) {
    if (isSmall()) {
      lane.launch(
          "natural_factor_small", oneBlock(n), precision.at(), w, n, rho, inverse.at(), facts);
      return;
    }
    lane.each("blend", (long) n * n, precision.at(), w, n, rho, work.at(), facts);
    factorWork(0);
  }

  private static Grid oneBlock(int rows) {
    return Grid.of(1, THREADS).withSharedMemory(sharedMemory(rows));
  }

  /**
   * @param original whose diagonal pivots are measured by, or 0
   */
  private void factorWork(long original) {
    lane.stream().clear(inverse.at(), inverse.size());
    for (int from = 0; from < n; from += most) {
      int size = Math.min(most, n - from);
      factorCorner(from, size, original);
      int below = from + size;
      int rows = n - below;
      // L = A·L_pp⁻ᵀ below the corner, then A ← A − L·Lᵀ
      Operand column = Operand.of(at(lower, below, from), n);
      lane.products()
          .multiply(
              rows,
              size,
              size,
              1.0,
              Operand.of(at(work, below, from), n),
              Operand.of(at(inverse, from, from), n).transpose(),
              0.0,
              column);
      Operand rest = Operand.of(at(work, below, below), n);
      lane.products().multiply(rows, rows, size, -1.0, column, column.transpose(), 1.0, rest);
    }
    invert();
  }

  private void factorCorner(int from, int size, long original) {
    long diagonal = original == 0 ? 0 : original + Double.BYTES * (long) from * (n + 1);
    lane.launch(
        "factor_block",
        oneBlock(size),
        at(work, from, from),
        size,
        n,
        at(inverse, from, from),
        n,
        diagonal,
        n + 1,
        facts);
  }

  /**
   * Row by row of corners: X_i = −L_ii⁻¹·Σ_k L_ik·X_k, with the sum in what is left of the work.
   */
  private void invert() {
    for (int from = most; from < n; from += most) {
      int size = Math.min(most, n - from);
      Operand sum = Operand.of(work.at(), n);
      lane.products()
          .multiply(
              size,
              from,
              from,
              1.0,
              Operand.of(at(lower, from, 0), n),
              Operand.of(inverse.at(), n),
              0.0,
              sum);
      lane.products()
          .multiply(
              size,
              from,
              size,
              -1.0,
              Operand.of(at(inverse, from, from), n),
              sum,
              0.0,
              Operand.of(at(inverse, from, 0), n));
    }
  }

  private long at(Buffer matrix, int row, int column) {
    return matrix.at((long) row * n + column);
  }

  @Override
  public void close() {
    if (work != null) {
      work.close();
      lower.close();
    }
  }
}
