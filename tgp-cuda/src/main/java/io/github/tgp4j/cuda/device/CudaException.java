package io.github.tgp4j.cuda.device;

import io.github.tgp4j.engine.EngineLostException;

/** The device, its driver or one of its libraries did not do what was asked. */
public final class CudaException extends EngineLostException {
  private static final long serialVersionUID = 1L;

  public CudaException(String message) {
    super(message);
  }

  public CudaException(String message, Throwable cause) {
    super(message, cause);
  }
}
