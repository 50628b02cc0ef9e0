package io.github.tgp4j.cuda.device;

import org.bytedeco.cuda.cublas.cublasContext;
import org.bytedeco.cuda.global.cublas;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Products of row-major matrices by cuBLAS, in the order of one stream and with the same bits every
 * time.
 */
public final class Products implements AutoCloseable {
  private static final long WORKSPACE = 32L << 20; // bytes: what cuBLAS asks for on Hopper

  private final cublasContext handle = new cublasContext();
  private final Buffer workspace;

  /**
   * A matrix, or the transpose of what lies there.
   *
   * @param at address of its first number
   * @param stride numbers from one row to the next, as it lies there
   */
  public record Operand(long at, int stride, boolean transposed) {
    public static Operand of(long at, int stride) {
      return new Operand(at, stride, false);
    }

    public Operand transpose() {
      return new Operand(at, stride, !transposed);
    }
  }

  public Products(Stream stream) {
    stream.device().use();
    Device.alone(() -> Check.cublas(cublas.cublasCreate_v2(handle), "start"));
    workspace = new Buffer(WORKSPACE / Double.BYTES);
    Check.cublas(cublas.cublasSetStream_v2(handle, stream.handle()), "take a stream");
    Check.cublas(
        cublas.cublasSetWorkspace_v2(handle, new Place(workspace.at()), WORKSPACE),
        "take a workspace");
    Check.cublas(
        cublas.cublasSetAtomicsMode(handle, cublas.CUBLAS_ATOMICS_NOT_ALLOWED), "keep an order");
  }

  /** c ← α·a·b + β·c, with c of rows×cols and a of rows×inner. */
  public void multiply(
      int rows, int cols, int inner, double alpha, Operand a, Operand b, double beta, Operand c) {
    if (rows == 0 || cols == 0) {
      return;
    }
    try (DoublePointer one = new DoublePointer(alpha);
        DoublePointer other = new DoublePointer(beta)) {
      // Row-major c = a·b is column-major cᵀ = bᵀ·aᵀ.
      Check.cublas(
          cublas.cublasDgemm_v2(
              handle,
              operation(b),
              operation(a),
              cols,
              rows,
              inner,
              one,
              new Place(b.at()),
              b.stride(),
              new Place(a.at()),
              a.stride(),
              other,
              new Place(c.at()),
              c.stride()),
          "multiply");
    }
  }

  /**
   * The same for several products whose operands follow each other at even distances.
   *
   * @param apart numbers from one product's a, b and c to the next
   */
  public void multiply(
      int count, int rows, int cols, int inner, Operand a, Operand b, Operand c, long[] apart) {
    if (count == 0) {
      return;
    }
    try (DoublePointer one = new DoublePointer(1.0);
        DoublePointer zero = new DoublePointer(0.0)) {
      Check.cublas(
          cublas.cublasDgemmStridedBatched(
              handle,
              operation(b),
              operation(a),
              cols,
              rows,
              inner,
              one,
              new Place(b.at()),
              b.stride(),
              apart[1],
              new Place(a.at()),
              a.stride(),
              apart[0],
              zero,
              new Place(c.at()),
              c.stride(),
              apart[2],
              count),
          "multiply");
    }
  }

  private static int operation(Operand operand) {
    return operand.transposed() ? cublas.CUBLAS_OP_T : cublas.CUBLAS_OP_N;
  }

  @Override
  public void close() {
    Check.cublas(cublas.cublasDestroy_v2(handle), "end");
    workspace.close();
  }

  /** An address of the device as cuBLAS wants it. */
  private static final class Place extends DoublePointer {
    Place(long at) {
      super((Pointer) null);
      address = at;
    }
  }
}
