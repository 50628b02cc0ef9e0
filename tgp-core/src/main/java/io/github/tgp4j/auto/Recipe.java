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
 * @param draw which of several fits that differ in their random starts alone; 0 for the first
 */
public record Recipe(
    ModelKind kind,
    String kernel,
    String flow,
    String likelihood,
    String warp,
    int inducing,
    ModelSettings settings,
    int draw) {
  /** The name of several models that predict together. */
  static final String BLEND = "blend";

  private static final double TWO_PROCESSES = 8;

  /** The first of its kind. */
  public Recipe(
      ModelKind kind,
      String kernel,
      String flow,
      String likelihood,
      String warp,
      int inducing,
      ModelSettings settings) {
    this(kind, kernel, flow, likelihood, warp, inducing, settings, 0);
  }

  /** "kernel rbf, flow sal(3), likelihood gaussian, 100 inducing points". */
  public String describe() {
    if (kind == ModelKind.CONSTANT) {
      return "the same distribution for every row";
    }
    if (kind == ModelKind.FOREST) {
      return "many random trees";
    }
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

  /** What is done to its inputs. */
  String inputs() {
    String asked = settings.get(Setting.INPUTS);
    return asked != null ? asked : "standard";
  }

  Recipe withSettings(ModelSettings value) {
    return new Recipe(kind, kernel, flow, likelihood, warp, inducing, value, draw);
  }

  Recipe withKernel(String text) {
    return new Recipe(kind, text, flow, likelihood, warp, inducing, settings, draw);
  }

  Recipe withSetting(Setting setting, String value) {
    return withSettings(settings.with(setting, value));
  }

  Recipe withInducing(int count) {
    return new Recipe(kind, kernel, flow, likelihood, warp, count, settings, draw);
  }

  Recipe withDraw(int number) {
    return new Recipe(kind, kernel, flow, likelihood, warp, inducing, settings, number);
  }

  /**
   * Whether another stands for it: it differs in its random start alone, or is a plain GP of
   * numbers with another covariance than that one's, which was chosen.
   */
  boolean isFurther(Recipe first) {
    if (draw > 0) {
      return first.equals(withDraw(0));
    }
    boolean plain = kind == ModelKind.SVGP && Specs.likelihood(likelihood).classes() == 0;
    return plain
        && first.draw == 0
        && !first.kernel.equals(kernel)
        && first.equals(withKernel(first.kernel));
  }

  boolean hasFlow() {
    return !flow.equals("identity") && kind.layers() == 1;
  }

  /** How long a step takes beside one of the plain model, roughly. */
  double cost() {
    boolean second = kind == ModelKind.SVGP && likelihood.contains("noise=gp");
    return second ? TWO_PROCESSES : kind.cost();
  }

  /** For people: "svgp", "svgp with poisson". */
  public String name() {
    if (warp != null || kind == ModelKind.CONSTANT) {
      return kind.text();
    }
    Likelihood parsed = Specs.likelihood(likelihood);
    boolean usual = parsed.classes() > 0 || parsed instanceof GaussianLikelihood;
    return kind.text() + (usual ? "" : " with " + likelihood);
  }
}
