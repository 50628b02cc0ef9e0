package io.github.tgp4j.cuda.source;

/** A model has a part for which there are no kernels; its message names the part. */
public final class UnsupportedModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param part in the model language, with what it is: "flow cubic"
   * @param reason why it has no kernels
   */
  public UnsupportedModelException(String part, String reason) {
    super(part + " cannot be computed on the device: " + reason + "; use the CPU for this model");
  }
}
