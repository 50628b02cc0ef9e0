package io.github.tgp4j.spark;

import io.github.tgp4j.engine.Bound;
import java.io.Serializable;

/**
 * What differs from sum to sum: the state of the bound and its number, what is summed over which
 * rows, and the scale by which these stand for all rows.
 */
final class SumRequest implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long number;
  private final byte[] state;
  private final Bound.Pass pass;
  private final Batch batch;
  private final double scale;

  SumRequest(long number, byte[] state, Bound.Pass pass, Batch batch, double scale) {
    this.number = number;
    this.state = state;
    this.pass = pass;
    this.batch = batch;
    this.scale = scale;
  }

  long number() {
    return number;
  }

  byte[] state() {
    return state;
  }

  Bound.Pass pass() {
    return pass;
  }

  Batch batch() {
    return batch;
  }

  double scale() {
    return scale;
  }
}
