package io.github.tgp4j.benchmarks.fuzz;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.function.Supplier;

/** Random sentences of the model language, most of them sound. */
final class SpecGrammar {
  private static final String[] FLOWS = {
    "identity",
    "affine",
    "scale",
    "exp",
    "log",
    "softplus",
    "sinh",
    "arcsinh",
    "tanh",
    "log-exp",
    "sinh-arcsinh",
    "boxcox",
    "tukey",
    "sal",
    "rq-spline",
    "arcsinh(unshifted)",
    "tanh(unshifted)"
  };
  private static final String[] SUMS = {
    "sal", "tanh-sum", "rq-spline", "arcsinh-sum", "log-exp-sum", "boxcox-sum", "inverse-boxcox-sum"
  };
  private static final String[] COVARIANCES = {
    "rbf",
    "matern12",
    "matern32",
    "matern52",
    "rq",
    "periodic",
    "cosine",
    "linear",
    "constant",
    "white",
    "poly(2)",
    "poly(5)",
    "arccos(0)",
    "arccos(1)"
  };
  private static final String[] LIKELIHOODS = {
    "gaussian",
    "laplace",
    "student-t",
    "student-t(3, learnt)",
    "bernoulli",
    "bernoulli(logit)",
    "categorical(3)",
    "poisson",
    "poisson(softplus)",
    "poisson(identity)",
    "negative-binomial",
    "gamma",
    "gamma(softplus)",
    "beta",
    "ordinal(3)",
    "volatility",
    "gaussian(beta=0.1)",
    "gaussian(gamma=0.2)",
    "gaussian(noise=gp)"
  };
  private static final String[] PRIORS = {"normal", "lognormal", "gamma"};
  private static final String[] NUMBERS = {
    "0", "1", "-1", "0.5", "1e-300", "1e300", "2147483647", "-0", "1e-12", "3", "10000", "NaN"
  };

  private final SplittableRandom random;

  SpecGrammar(SplittableRandom random) {
    this.random = random;
  }

  String one(String... of) {
    return of[random.nextInt(of.length)];
  }

  boolean rarely() {
    return random.nextInt(8) == 0;
  }

  boolean sometimes() {
    return random.nextInt(4) == 0;
  }

  String flow(int depth) {
    StringJoiner chain = new StringJoiner(rarely() ? ">" : " > ");
    for (int k = random.nextInt(1, 4); k > 0; k--) {
      chain.add(flowPart(depth));
    }
    return chain.toString();
  }

  private String flowPart(int depth) {
    if (depth > 0 && random.nextInt(4) == 0) {
      String inner = flow(depth - 1);
      return switch (random.nextInt(3)) {
        case 0 -> "inverse(" + inner + ")";
        case 1 -> "sum(" + inner + ", " + flow(depth - 1) + ")";
        default -> "weighted-sum(" + inner + ", " + flow(depth - 1) + ")";
      };
    }
    return random.nextInt(3) == 0
        ? one(SUMS) + "(" + (rarely() ? one(NUMBERS) : "" + random.nextInt(1, 5)) + ")"
        : one(FLOWS);
  }

  String flowWithNetwork() {
    String flow = flow(1);
    return random.nextInt(3) > 0 ? flow : flow + " @ " + network();
  }

  private String network() {
    StringBuilder text = new StringBuilder("mlp(" + random.nextInt(1, 6));
    text.append(random.nextBoolean() ? "," + random.nextInt(1, 6) : "");
    text.append(", ").append(one("tanh", "relu"));
    text.append(one("", "", ", dropout=0.25", ", bayes", ", batchnorm", ", joint", ", all"));
    return text + ")";
  }

  String covariance(int depth) {
    StringJoiner sum = new StringJoiner(" + ");
    for (int k = random.nextInt(1, 3); k > 0; k--) {
      StringJoiner product = new StringJoiner(" * ");
      for (int f = random.nextInt(1, 3); f > 0; f--) {
        product.add(factor(depth));
      }
      sum.add(product.toString());
    }
    return sum.toString();
  }

  private String factor(int depth) {
    if (depth > 0 && random.nextInt(4) == 0) {
      String inner = covariance(depth - 1);
      return one("(" + inner + ")", "per-input(" + inner + ")", "(" + inner + ")[each]");
    }
    if (rarely()) {
      return one(NUMBERS);
    }
    String basic = one(COVARIANCES);
    return basic + one("", "", "", "[0]", "[1]", "[0,1]", "[each]", "(variance=2)");
  }

  String likelihood() {
    return switch (random.nextInt(6)) {
      case 0 -> "warped(" + flow(1) + ")";
      case 1 -> "warped(" + flow(1) + ", censor=" + one(NUMBERS) + ")";
      case 2 -> one("gaussian", "laplace", "student-t") + "(noise @ " + network() + ")";
      default -> one(LIKELIHOODS);
    };
  }

  String mean() {
    return one("zero", "constant", "linear", "constant(value=" + one(NUMBERS) + ")");
  }

  String priors() {
    return one("covariance.lengthscales", "likelihood.noise", "a.b[0,1].c")
        + " ~ "
        + one(PRIORS)
        + String.format(Locale.ROOT, "(%s, %s)", one(NUMBERS), one(NUMBERS));
  }

  String process() {
    return one("t-process", "t-process(4)", "t-process(3, learnt)", "conditioned-flow(4)");
  }

  String divergence() {
    return one("kl", "kl(0.5)", "renyi(0.5)", "renyi(" + one(NUMBERS) + ")");
  }

  /** Some marks put in, left out, doubled or repeated very often. */
  String damaged(String text) {
    StringBuilder out = new StringBuilder(text);
    for (int k = random.nextInt(1, 4); k > 0; k--) {
      int at = random.nextInt(out.length() + 1);
      Supplier<String> mark = () -> one("(", ")", ",", ">", "+", "*", "@", "[", "]", "=", "é", " ");
      switch (random.nextInt(5)) {
        case 0 -> out.insert(at, mark.get());
        case 1 -> out.delete(at, Math.min(out.length(), at + random.nextInt(1, 4)));
        case 2 -> out.insert(at, one(NUMBERS));
        case 3 -> out.insert(at, out.substring(random.nextInt(at + 1), at));
        default -> out.insert(at, one("(", "sum(identity,", "rbf+", "sal>").repeat(many()));
      }
    }
    return out.toString();
  }

  private int many() {
    return rarely() ? 20_000 : random.nextInt(1, 60);
  }
}
