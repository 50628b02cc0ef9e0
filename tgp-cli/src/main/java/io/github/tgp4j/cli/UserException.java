package io.github.tgp4j.cli;

/** Something is wrong with what the user gave: the message says what, and what to do. */
public final class UserException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UserException(String message) {
    super(message);
  }
}
