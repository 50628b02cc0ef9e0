package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The models of the paper's two applications, whose targets are never negative: a GP, GPs with a
 * positive flow on the prior (TGP) or on the likelihood (V-WGP), in the two training schemes of the
 * appendix: all at once, or ("-held") the noise held at its start for 60% of the steps.
 */
final class PositiveTargetRecipes {
  private static final double HELD = 0.6;

  private PositiveTargetRecipes() {}

  private static ModelSpec prior(String flow, Tgp.FlowStart start, TrainingPlan plan) {
    return ModelSpec.tgp(flow, 32, plan).withStart(start);
  }

  private static ModelSpec warped(
      String warp, double censor, Tgp.FlowStart start, TrainingPlan plan) {
    String limit = censor > 0 ? ", censor=" + censor : "";
    return ModelSpec.tgp("identity", 32, plan)
        .withLikelihood("warped(" + warp + limit + ")")
        .withStart(start);
  }

  /** PM2.5 in London: three positive flows of the appendix, and one without a bound. */
  static Map<String, ModelSpec> airQuality(String covariance, TrainingPlan plan) {
    Map<String, ModelSpec> specs = new LinkedHashMap<>();
    specs.put("svgp", ModelSpec.tgp("identity", 32, plan));
    specs.put("tgp-sal2", ModelSpec.tgp("sal(2)", 32, plan));
    String one = "sal(1) > softplus";
    String two = "sal(2) > softplus";
    specs.put("tgp-sal1-sp-random", prior(one, Tgp.FlowStart.RANDOM, plan));
    specs.put("tgp-sal1-sp-data", prior(one, Tgp.FlowStart.DATA, plan));
    specs.put("tgp-sal2-sp-data", prior(two, Tgp.FlowStart.DATA, plan));
    specs.put("vwgp-sal1-sp-random", warped(one, 0, Tgp.FlowStart.RANDOM, plan));
    specs.put("vwgp-sal1-sp-data", warped(one, 0, Tgp.FlowStart.DATA, plan));
    specs.put("vwgp-sal2-sp-data", warped(two, 0, Tgp.FlowStart.DATA, plan));
    return inBothSchemes(specs, covariance);
  }

  /** Rain in Switzerland: five positive flows; half a millimetre and less counts as "dry". */
  static Map<String, ModelSpec> rainfall(String covariance, TrainingPlan plan) {
    double dry = 5.0; // tenths of a millimetre
    Map<String, ModelSpec> specs = new LinkedHashMap<>();
    specs.put("svgp", ModelSpec.tgp("identity", 32, plan));
    specs.put("tgp-sp", prior("softplus", Tgp.FlowStart.DEFAULT, plan));
    specs.put("vwgp-sp", warped("softplus", dry, Tgp.FlowStart.DEFAULT, plan));
    for (int blocks = 1; blocks <= 2; blocks++) {
      String flow = "sal(" + blocks + ") > softplus";
      String of = "sal" + blocks + "-sp-";
      specs.put("tgp-" + of + "data", prior(flow, Tgp.FlowStart.DATA, plan));
      specs.put("tgp-" + of + "identity", prior(flow, Tgp.FlowStart.IDENTITY, plan));
      specs.put("vwgp-" + of + "data", warped(flow, dry, Tgp.FlowStart.DATA, plan));
      specs.put("vwgp-" + of + "identity", warped(flow, dry, Tgp.FlowStart.IDENTITY, plan));
    }
    return inBothSchemes(specs, covariance);
  }

  private static Map<String, ModelSpec> inBothSchemes(
      Map<String, ModelSpec> specs, String covariance) {
    Map<String, ModelSpec> out = new LinkedHashMap<>();
    specs.forEach(
        (name, spec) -> {
          ModelSpec joint = spec.withCovariance(covariance);
          out.put(name, joint);
          out.put(
              name + "-held", joint.withPlan(joint.plan().withHold("likelihood.noise", 0, HELD)));
        });
    return out;
  }
}
