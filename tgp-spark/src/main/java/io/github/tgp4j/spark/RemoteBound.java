package io.github.tgp4j.spark;

import io.github.tgp4j.compute.Pool;
import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.State;
import io.github.tgp4j.io.BoundBytes;
import java.io.Serializable;

/**
 * The bound of a fit as an executor has it: made once from the model's bytes, and brought to the
 * current state by whichever task comes first. Broadcast, so that all tasks of an executor share
 * one.
 */
final class RemoteBound implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] model;
  private transient Bound bound;
  private transient long loaded; // number of the state
  private transient Pool<Scratch> idle;

  RemoteBound(byte[] model) {
    this.model = model;
  }

  /**
   * The bound with a state.
   *
   * @param number counts the states of a fit, from 1 on
   */
  synchronized Bound at(long number, byte[] state) {
    if (number < loaded) {
      throw new IllegalStateException(
          "state " + number + " comes after " + loaded + ": the task is a copy nobody waits for");
    }
    if (bound == null) {
      bound = BoundBytes.read(model);
      idle = new Pool<>(Scratch::new);
    }
    if (number > loaded) {
      bound.load(State.of(state));
      loaded = number;
    }
    return bound;
  }

  /** Work space, kept from step to step. */
  synchronized Pool<Scratch> idle() {
    return idle;
  }
}
