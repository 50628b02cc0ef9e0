package io.github.tgp4j.engine;

import java.nio.ByteBuffer;

/**
 * All that rows need to know of a model at one step, in a flat form that can be sent to where they
 * are: parameter values, factors, what is left of q, quadrature nodes, and the names of the step's
 * random numbers.
 *
 * @param numbers in an order that only the kind of bound knows
 * @param seed of the random numbers
 * @param step of the random numbers
 */
public record State(double[] numbers, long seed, long step) {
  /** The same as bytes. */
  public byte[] toBytes() {
    ByteBuffer out = ByteBuffer.allocate(2 * Long.BYTES + Double.BYTES * numbers.length);
    out.putLong(seed).putLong(step);
    out.asDoubleBuffer().put(numbers);
    return out.array();
  }

  /** What {@link #toBytes} gave. */
  public static State of(byte[] bytes) {
    if (bytes.length < 2 * Long.BYTES || bytes.length % Double.BYTES != 0) {
      throw new IllegalArgumentException(
          "state: expected 16 bytes or more, a multiple of 8, but got " + bytes.length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long seed = in.getLong();
    long step = in.getLong();
    double[] numbers = new double[in.remaining() / Double.BYTES];
    in.asDoubleBuffer().get(numbers);
    return new State(numbers, seed, step);
  }
}
