package io.github.tgp4j.cli;

/** The user stopped a fit; the message says how to go on. */
final class InterruptedFitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InterruptedFitException(String message) {
    super(message);
  }
}
