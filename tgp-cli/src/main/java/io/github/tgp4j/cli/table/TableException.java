package io.github.tgp4j.cli.table;

/** A table that cannot be read or written; the message is for the person who named it. */
public final class TableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TableException(String message) {
    super(message);
  }

  public TableException(String message, Throwable cause) {
    super(message, cause);
  }
}
