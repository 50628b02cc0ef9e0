package io.github.tgp4j.train;

/** Why a run of training ended. */
public enum Ended {
  /** All steps of the plan were taken. */
  STEPS,
  /** Nothing was left to gain. */
  CONVERGED,
  /** The score of the held-out rows had not improved for as many checks as the plan allows. */
  EARLY_STOPPED,
  /** The time limit was reached. */
  TIME_LIMIT,
  /**
   * The bound kept falling far, whatever the steps: the best state before that was brought back.
   */
  FELL_BACK,
  /** The listener, the user's condition or an interrupt of the thread asked for the end. */
  CANCELLED
}
