package io.github.tgp4j.compute;

import java.util.Arrays;

/**
 * A stack of reusable buffers, so that the training loop allocates nothing once it is warm.
 *
 * <p>Calls in a training step come in the same order every time; the k-th {@link #take} therefore
 * gets the k-th buffer of the stack, grown when it is too short. A caller notes {@link #mark} on
 * entry and {@link #release}s it on exit:
 *
 * <pre>
 *   int mark = scratch.mark();
 *   double[] t = scratch.take(n);   // at least n long, contents undefined
 *   ...
 *   scratch.release(mark);
 * </pre>
 *
 * <p>Not thread-safe: every worker has its own.
 */
public final class Scratch {
  private double[][] buffers = new double[16][];
  private int top;

  /** The current height of the stack, to be handed to {@link #release}. */
  public int mark() {
    return top;
  }

  /** A buffer of at least {@code n} values with undefined contents. */
  public double[] take(int n) {
    if (top == buffers.length) {
      buffers = Arrays.copyOf(buffers, 2 * top);
    }
    double[] buffer = buffers[top];
    if (buffer == null || buffer.length < n) {
      buffer = new double[n];
      buffers[top] = buffer;
    }
    top++;
    return buffer;
  }

  /** A buffer of at least {@code n} values, the first {@code n} of them zero. */
  public double[] takeZeroed(int n) {
    double[] buffer = take(n);
    Arrays.fill(buffer, 0, n, 0.0);
    return buffer;
  }

  /** Returns every buffer taken since {@code mark}. */
  public void release(int mark) {
    if (mark < 0 || mark > top) {
      throw new IllegalArgumentException("mark: expected 0 to " + top + " but got " + mark);
    }
    top = mark;
  }
}
