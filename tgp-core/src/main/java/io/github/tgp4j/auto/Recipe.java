package io.github.tgp4j.auto;

import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.spec.Specs;

/**
 * One model in the model language, ready to be fitted.
 *
 * @param kind of model
 * @param kernel covariance
 * @param flow of the latent function
 * @param likelihood with the warp inside it where there is one
 * @param warp of the target; null where there is none
 * @param inducing points
 */
public record Recipe(
    ModelKind kind, String kernel, String flow, String likelihood, String warp, int inducing) {
  /** "kernel rbf, flow sal(3), likelihood gaussian, 100 inducing points". */
  public String describe() {
    StringBuilder text = new StringBuilder("kernel ").append(kernel);
    if (hasFlow()) {
      text.append(", flow ").append(flow);
    }
    text.append(", likelihood ").append(likelihood);
    if (kind.isSparse()) {
      text.append(", ").append(inducing).append(" inducing points");
    }
    return text.toString();
  }

  boolean hasFlow() {
    return !flow.equals("identity") && kind.layers() == 1;
  }

  /** For people: "svgp", "svgp with poisson". */
  public String name() {
    if (warp != null) {
      return kind.text();
    }
    Likelihood parsed = Specs.likelihood(likelihood);
    boolean usual = parsed.classes() > 0 || parsed instanceof GaussianLikelihood;
    return kind.text() + (usual ? "" : " with " + likelihood);
  }
}
