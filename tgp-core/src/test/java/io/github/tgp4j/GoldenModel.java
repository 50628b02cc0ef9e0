package io.github.tgp4j;

import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.SmallModel;
import java.util.List;
import java.util.Map;

/** The model of a golden file, rebuilt with its values, and the golden names of its gradients. */
public final class GoldenModel {
  /** Golden name to ours, where one is the other. */
  private static final Map<String, String> NAMES =
      Map.of(
          "variance", "covariance.variance",
          "lengthscales", "covariance.lengthscales",
          "Z", "inducing",
          "noise", "likelihood.noise-variance");

  public final Golden golden;
  public final SmallModel model;

  /** What our latent mean has more than the golden one: see {@link #gamma}. */
  public double latentShift;

  private final String name;

  private GoldenModel(String name, String covariance, String mean, String flow, String likelihood) {
    this.name = name;
    golden = Golden.read(name);
    FullPosterior q = FullPosterior.of(golden.vector("m"), golden.matrix("L"));
    model = SmallModel.of(covariance, mean, flow, likelihood, 1, golden.matrix("Z")).with(q);
    for (String known : NAMES.keySet()) {
      if (golden.names().contains(known)) {
        model.set(NAMES.get(known), golden.vector(known));
      }
    }
  }

  public static List<String> names() {
    return List.of(
        "svgp-gaussian",
        "svgp-gaussian-gpytorch",
        "svgp-gaussian-matern52",
        "svgp-gaussian-minibatch",
        "svgp-student-t",
        "svgp-bernoulli-probit",
        "svgp-bernoulli-logit",
        "svgp-poisson",
        "svgp-exponential",
        "svgp-gamma",
        "svgp-beta",
        "svgp-ordinal",
        "tgp-exp",
        "tgp-softplus",
        "tgp-sal2",
        "tgp-tanh-sum2");
  }

  public static GoldenModel of(String name) {
    return switch (name) {
      case "svgp-gaussian-matern52" -> plain(name, "matern52", "identity", "gaussian");
      case "svgp-student-t" -> scaled(name, "student-t(4)", "scale");
      case "svgp-bernoulli-probit" -> plain(name, "rbf", "identity", "bernoulli(probit)");
      case "svgp-bernoulli-logit" -> plain(name, "rbf", "identity", "bernoulli(logit)");
      case "svgp-poisson" -> plain(name, "rbf", "identity", "poisson");
      case "svgp-exponential" -> plain(name, "rbf", "identity", "gamma");
      case "svgp-gamma" -> gamma(name);
      case "svgp-beta" -> scaled(name, "beta(probit)", "precision");
      case "svgp-ordinal" -> ordinal(name);
      case "tgp-exp" -> plain(name, "rbf", "exp", "gaussian");
      case "tgp-softplus" -> plain(name, "rbf", "softplus", "gaussian");
      case "tgp-sal2" -> sal(name);
      case "tgp-tanh-sum2" -> tanhSum(name);
      default -> plain(name, "rbf", "identity", "gaussian");
    };
  }

  private static GoldenModel plain(String name, String covariance, String flow, String likelihood) {
    return new GoldenModel(name, covariance, "zero", flow, likelihood);
  }

  private static GoldenModel scaled(String name, String likelihood, String parameter) {
    GoldenModel g = plain(name, "rbf", "identity", likelihood);
    g.model.set("likelihood." + parameter, g.golden.scalar("scale"));
    return g;
  }

  /** GPflow's mean is shape·exp(f), ours exp(f): log shape goes into the mean function. */
  private static GoldenModel gamma(String name) {
    GoldenModel g = new GoldenModel(name, "rbf", "constant", "identity", "gamma");
    double shape = g.golden.scalar("shape");
    g.latentShift = Math.log(shape);
    g.model.set("likelihood.shape", shape).set("mean.value", g.latentShift);
    return g;
  }

  /** GPflow's Φ((c − f)/σ) is ours with cut points c/σ behind a flow f/σ. */
  private static GoldenModel ordinal(String name) {
    GoldenModel g = plain(name, "rbf", "scale", "ordinal(3, probit)");
    double[] cuts = g.golden.vector("cuts");
    double sigma = g.golden.scalar("sigma");
    g.model.set("likelihood.cut-points", cuts[0] / sigma, cuts[1] / sigma);
    g.model.set("flow.b", 1 / sigma);
    return g;
  }

  private static GoldenModel sal(String name) {
    GoldenModel g = plain(name, "rbf", "sal(2)", "gaussian");
    for (int k = 0; k < 2; k++) {
      g.model.set("flow.sinh-arcsinh-" + (2 * k + 1) + ".a", g.golden.vector("flow.a")[k]);
      g.model.set("flow.sinh-arcsinh-" + (2 * k + 1) + ".b", g.golden.vector("flow.b")[k]);
      g.model.set("flow.affine-" + (2 * k + 2) + ".b", g.golden.vector("flow.c")[k]);
      g.model.set("flow.affine-" + (2 * k + 2) + ".a", g.golden.vector("flow.d")[k]);
    }
    return g;
  }

  /** Ours has one shift for the whole sum. */
  private static GoldenModel tanhSum(String name) {
    GoldenModel g = plain(name, "rbf", "tanh-sum(2)", "gaussian");
    double[] a = g.golden.vector("flow.a");
    g.model.set("flow.tanh-2.a", a[0] + a[1]);
    for (String p : List.of("b", "c", "d")) {
      g.model.set("flow.tanh-2." + p, g.golden.vector("flow." + p)[0]);
      g.model.set("flow.tanh-unshifted-3." + p, g.golden.vector("flow." + p)[1]);
    }
    return g;
  }

  /** From the adjoint of our values to ∂elbo/∂(golden parameter). */
  public double[] gradient(String parameter, double[] thetaBar) {
    if (NAMES.containsKey(parameter)) {
      return bar(thetaBar, NAMES.get(parameter));
    }
    return switch (name + " " + parameter) {
      case "svgp-student-t scale" -> bar(thetaBar, "likelihood.scale");
      case "svgp-beta scale" -> bar(thetaBar, "likelihood.precision");
      case "svgp-gamma shape" ->
          new double[] {
            bar(thetaBar, "likelihood.shape")[0]
                + bar(thetaBar, "mean.value")[0] / golden.scalar("shape")
          };
      case "svgp-ordinal cuts" -> {
        double[] cuts = bar(thetaBar, "likelihood.cut-points");
        double sigma = golden.scalar("sigma");
        yield new double[] {cuts[0] / sigma, cuts[1] / sigma};
      }
      case "svgp-ordinal sigma" -> {
        double[] cutsBar = bar(thetaBar, "likelihood.cut-points");
        double[] cuts = golden.vector("cuts");
        double sigma = golden.scalar("sigma");
        double sum = cutsBar[0] * cuts[0] + cutsBar[1] * cuts[1] + bar(thetaBar, "flow.b")[0];
        yield new double[] {-sum / (sigma * sigma)};
      }
      case "tgp-sal2 flow.a" -> both(thetaBar, "flow.sinh-arcsinh-1.a", "flow.sinh-arcsinh-3.a");
      case "tgp-sal2 flow.b" -> both(thetaBar, "flow.sinh-arcsinh-1.b", "flow.sinh-arcsinh-3.b");
      case "tgp-sal2 flow.c" -> both(thetaBar, "flow.affine-2.b", "flow.affine-4.b");
      case "tgp-sal2 flow.d" -> both(thetaBar, "flow.affine-2.a", "flow.affine-4.a");
      case "tgp-tanh-sum2 flow.a" -> both(thetaBar, "flow.tanh-2.a", "flow.tanh-2.a");
      case "tgp-tanh-sum2 flow.b", "tgp-tanh-sum2 flow.c", "tgp-tanh-sum2 flow.d" -> {
        String p = parameter.substring("flow".length());
        yield both(thetaBar, "flow.tanh-2" + p, "flow.tanh-unshifted-3" + p);
      }
      default ->
          throw new IllegalArgumentException(name + ": no parameter of ours is " + parameter);
    };
  }

  private double[] both(double[] thetaBar, String first, String second) {
    return new double[] {bar(thetaBar, first)[0], bar(thetaBar, second)[0]};
  }

  private double[] bar(double[] thetaBar, String parameter) {
    Parameters.Block block = model.parameters.block(parameter);
    return java.util.Arrays.copyOfRange(thetaBar, block.from(), block.from() + block.size());
  }

  /** The number of nodes of the golden quadrature. */
  public int nodes() {
    return name.startsWith("tgp") ? 32 : 20;
  }
}
