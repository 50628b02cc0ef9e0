package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.BernoulliLikelihood;
import io.github.tgp4j.likelihood.BetaLikelihood;
import io.github.tgp4j.likelihood.CategoricalLikelihood;
import io.github.tgp4j.likelihood.GammaLikelihood;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.LaplaceLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.NegativeBinomialLikelihood;
import io.github.tgp4j.likelihood.OrdinalLikelihood;
import io.github.tgp4j.likelihood.PoissonLikelihood;
import io.github.tgp4j.likelihood.RobustGaussianLikelihood;
import io.github.tgp4j.likelihood.StudentTLikelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.likelihood.VolatilityLikelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import java.util.List;

/**
 * The functions of a likelihood; see the head of likelihoods.h.
 *
 * @param function how their names begin
 * @param settings the arguments before the usual ones, each with a comma behind it
 * @param warped whether a target is taken to the latent's scale first, once per row
 */
record LikelihoodCode(String function, String settings, boolean warped) {
  private static final List<String> RATE_LINKS = List.of("exp", "softplus", "identity");

  /**
   * Of a likelihood, with what a warp needs written first.
   *
   * @throws UnsupportedModelException when it is not of this library
   */
  static LikelihoodCode of(Likelihood likelihood, FlowCode flows, CodeWriter out) {
    Call call = Call.of(likelihood.toString());
    if (likelihood instanceof WarpedLikelihood warped) {
      return warped(warped, flows, out);
    }
    if (likelihood instanceof VaryingNoiseLikelihood varying) {
      LikelihoodCode base = of(varying.base(), flows, out);
      return new LikelihoodCode(base.function() + "_varying", "", false);
    }
    if (likelihood instanceof RobustGaussianLikelihood) {
      String gamma = call.named("gamma");
      String power = gamma == null ? call.named("beta") : gamma;
      return with(
          "robust_gaussian", gamma == null ? "0" : "1", Double.toString(Double.parseDouble(power)));
    }
    if (likelihood instanceof BernoulliLikelihood) {
      return with("bernoulli_" + (call.has("logit") ? "logit" : "probit"));
    }
    if (likelihood instanceof CategoricalLikelihood) {
      return with("categorical", Integer.toString(likelihood.classes()));
    }
    if (likelihood instanceof OrdinalLikelihood) {
      return with("ordinal", Integer.toString(likelihood.classes()), call.has("logit") ? "1" : "0");
    }
    if (likelihood instanceof BetaLikelihood) {
      return with("beta", call.has("probit") ? "0" : "1");
    }
    return plain(likelihood, call);
  }

  private static LikelihoodCode plain(Likelihood likelihood, Call call) {
    if (likelihood instanceof GaussianLikelihood) {
      return with("gaussian");
    }
    if (likelihood instanceof LaplaceLikelihood) {
      return with("laplace");
    }
    if (likelihood instanceof StudentTLikelihood) {
      return with("student_t");
    }
    if (likelihood instanceof VolatilityLikelihood) {
      return with("volatility");
    }
    if (likelihood instanceof PoissonLikelihood) {
      return with("poisson", rateLink(call));
    }
    if (likelihood instanceof NegativeBinomialLikelihood) {
      return with("negative_binomial", rateLink(call));
    }
    if (likelihood instanceof GammaLikelihood) {
      return with("gamma", rateLink(call));
    }
    throw new UnsupportedModelException("likelihood " + likelihood, "it has no kernels");
  }

  private static LikelihoodCode with(String function, String... settings) {
    StringBuilder text = new StringBuilder();
    for (String setting : settings) {
      text.append(setting).append(", ");
    }
    return new LikelihoodCode(function, text.toString(), false);
  }

  private static String rateLink(Call call) {
    return Integer.toString(
        call.arguments().isEmpty() ? 0 : RATE_LINKS.indexOf(call.arguments().get(0)));
  }

  /** Writes the functions of a warp and its detection limit; equations W1–W6. */
  private static LikelihoodCode warped(
      WarpedLikelihood likelihood, FlowCode flows, CodeWriter out) {
    Flow warp = likelihood.warp();
    FlowTree tree = FlowTree.of(warp);
    FlowCode.Name name = flows.withInverse(tree);
    String function = "warped" + out.number();
    boolean censored = likelihood.censor() != Double.NEGATIVE_INFINITY;
    double width = likelihood.censor() - warp.range(warp.domain()).lower();
    out.text(
        CodeWriter.resource("warped.h")
            .replace("WARPED", function)
            .replace("TAPE", Integer.toString(tree.tape()))
            .replace("CENSOR", censored ? Double.toString(likelihood.censor()) : "-INFINITE")
            .replace("LIMIT_WIDTH", censored ? Double.toString(Math.log(width)) : "0.0")
            .replace("@INVERSE@", name.inverse("t + 1", "target"))
            .replace("@VALUE@", name.value("t + 1", "u", "tape"))
            .replace("@LOG@", name.log("t + 1", "u"))
            .replace("@LOG_BACK@", name.logBack("t + 1", "u", "bar", "tb + 1"))
            .replace("@BACK@", name.back("t + 1", "u", "g", "tape", "-yBar", "tb + 1")));
    return new LikelihoodCode(function, "", true);
  }

  String prepare(String theta) {
    return function + "_prepare(" + settings + theta + ", c)";
  }

  String row(String theta, String y) {
    return function + "_row(" + settings + theta + ", c, " + y + ")";
  }

  String log(String theta, String y) {
    return function + "_log(" + settings + theta + ", c, " + y + ", f)";
  }

  String node(String theta, String y, String thetaBar) {
    return function + "_node(" + settings + theta + ", c, " + y + ", f, w, fBar, " + thetaBar + ")";
  }

  String closed(String theta, String y, boolean predictive, String thetaBar) {
    String values = ", m, v, w, mBar, vBar, " + thetaBar;
    String kind = predictive ? "_closed_predictive(" : "_closed(";
    return function + kind + settings + theta + ", c, " + y + values + ")";
  }

  /** What is left to do for a row whose first latent's adjoints and weights were summed. */
  String rowBack(String theta, String y, String thetaBar) {
    return function + "_row_back(" + theta + ", c, " + y + ", barSum, weightSum, " + thetaBar + ")";
  }
}
