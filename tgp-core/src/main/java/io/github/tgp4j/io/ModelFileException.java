package io.github.tgp4j.io;

/**
 * A file that cannot be read or written: the message says what and where, what was expected, what
 * was found and what to do.
 */
public final class ModelFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ModelFileException(String message) {
    super(message);
  }

  ModelFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
