package io.github.tgp4j.engine;

/**
 * Whoever computes elsewhere cannot go on: a device that is out of memory or gone. What it had
 * there is lost; the rows are not.
 */
public class EngineLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineLostException(String message) {
    super(message);
  }

  public EngineLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
