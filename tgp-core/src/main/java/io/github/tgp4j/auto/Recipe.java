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
 * @param settings of its own, all of which the model has
 */
public record Recipe(
    ModelKind kind,
    String kernel,
    String flow,
    String likelihood,
    String warp,
    int inducing,
    ModelSettings settings) {
  /** "kernel rbf, flow sal(3), likelihood gaussian, 100 inducing points". */
  public String describe() {
    StringBuilder text = new StringBuilder("kernel ").append(kernel);
    if (hasFlow()) {
      text.append(", flow ").append(flow);
    }
    text.append(", likelihood ").append(likelihood);
    String more = settings.toString();
    if (!more.isEmpty()) {
      text.append(", ").append(more);
    }
    if (kind.isSparse()) {
      text.append(", ").append(inducing).append(" inducing points");
    }
    return text.toString();
  }

  /** What makes a non-marginal model one, in the model language. */
  String process() {
    String asked = settings.get(Setting.PROCESS);
    String usual = kind == ModelKind.T_PROCESS ? "t-process(4, learnt)" : "conditioned-flow(8)";
    return asked != null ? asked : usual;
  }

  Recipe withSettings(ModelSettings value) {
    return new Recipe(kind, kernel, flow, likelihood, warp, inducing, value);
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
