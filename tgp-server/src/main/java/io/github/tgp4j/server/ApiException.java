package io.github.tgp4j.server;

/** A request that is refused: the message says what, expected, got and remedy. */
final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  ApiException(int status, String message) {
    super(message, null, false, false); // expected, and made for every bad request: no trace
    this.status = status;
  }

  static ApiException badRequest(String message) {
    return new ApiException(400, message);
  }

  static ApiException notFound(String message) {
    return new ApiException(404, message);
  }

  static ApiException conflict(String message) {
    return new ApiException(409, message);
  }

  static ApiException tooLarge(String message) {
    return new ApiException(413, message);
  }

  /** Of a server that has enough to do; clients are told when to try again. */
  static ApiException busy(String message) {
    return new ApiException(429, message);
  }

  int status() {
    return status;
  }
}
