package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Tiny fits of random models to random rows: refused in words, or the bound is finite, quantiles
 * are in order and agree with the distribution function, which agrees with the density, and the
 * file predicts the same bits.
 */
public final class FitFuzz implements FuzzTarget {
  @Override
  public String kind() {
    return "fits";
  }

  @Override
  public Limit limit() {
    return Limit.ofProcessor(20);
  }

  @Override
  public FuzzResult run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SpecGrammar grammar = new SpecGrammar(random);
    String likelihood = random.nextInt(3) == 0 ? grammar.likelihood() : "gaussian";
    String flow = likelihood.startsWith("warped") ? "identity" : grammar.flowWithNetwork();
    String covariance = grammar.covariance(1);
    int n = random.nextInt(5, 40);
    Matrix x = inputs(random, n);
    Matrix y = targets(random, x, likelihood);
    String what = likelihood + " | " + flow + " | " + covariance + " | n = " + n + ": ";
    try {
      double held = random.nextInt(3) == 0 ? 0.2 : 0;
      Tgp tgp =
          Tgp.builder()
              .covariance(covariance)
              .flow(flow)
              .likelihood(likelihood)
              .inducing(random.nextInt(2, 8))
              .nodes(6)
              .networkSamples(1, 5)
              .threads(1)
              .seed(seed)
              .plan(TrainingPlan.ofSteps(random.nextInt(1, 20)));
      return judge(held > 0 ? tgp.validation(held).fit(x, y) : tgp.fit(x, y), x, what);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return FuzzResult.isDocumented(e)
          ? FuzzResult.refused(what + e.getMessage())
          : FuzzResult.failed(what + FuzzResult.failed(e).text());
    }
  }

  private static FuzzResult judge(Model fitted, Matrix x, String what) {
    Model model = fitted.withParallelism(1);
    double bound = model.trainingResult().bound();
    if (!Double.isFinite(bound)) {
      return FuzzResult.failed(what + "the bound is " + bound);
    }
    Matrix some = x.rowRange(0, Math.min(4, x.rows));
    Prediction seen = model.predict(some);
    String fault = PredictionCheck.answers(seen);
    fault = fault.isEmpty() ? PredictionCheck.agrees(seen, limit(model)) : fault;
    fault = fault.isEmpty() ? far(model, x.cols) : fault;
    fault = fault.isEmpty() ? file(model, some, seen) : fault;
    return fault.isEmpty() ? FuzzResult.ACCEPTED : FuzzResult.failed(what + fault);
  }

  private static double limit(Model model) {
    return model.likelihood(0) instanceof WarpedLikelihood warped
        ? model.targetScaling().undo(0, warped.censor())
        : Double.NEGATIVE_INFINITY;
  }

  /** Far from all rows: in order, or said to be too far. */
  private static String far(Model model, int inputs) {
    Matrix far = Matrix.zeros(2, inputs);
    Arrays.fill(far.data, 0, inputs, 100.0);
    Arrays.fill(far.data, inputs, 2 * inputs, -1e5);
    try {
      String fault = PredictionCheck.answers(model.predict(far));
      return fault.isEmpty() ? "" : "far away, " + fault;
    } catch (RuntimeException e) {
      if (FuzzResult.isDocumented(e)) {
        return "";
      }
      throw e;
    }
  }

  private static String file(Model model, Matrix x, Prediction seen) {
    Prediction read = ModelFile.fromBytes(ModelFile.toBytes(model)).model().predict(x);
    if (seen.row(0).classes() > 0) {
      return Arrays.deepEquals(read.classProbabilities(), seen.classProbabilities())
          ? ""
          : "the file's probabilities differ";
    }
    boolean same =
        Arrays.equals(read.mean(), seen.mean())
            && Arrays.equals(read.quantile(0.9), seen.quantile(0.9));
    return same ? "" : "the file's predictions differ";
  }

  private static Matrix inputs(SplittableRandom random, int n) {
    Matrix x = Matrix.zeros(n, 2);
    int kind = random.nextInt(4);
    for (int i = 0; i < n; i++) {
      x.set(i, 0, kind == 0 ? i : random.nextGaussian());
      x.set(i, 1, kind == 1 ? 1e6 + random.nextDouble() : kind == 2 ? i % 2 : random.nextDouble());
    }
    if (kind == 3) {
      x.set(0, 0, 1e4); // an outlier
    }
    return x;
  }

  private static Matrix targets(SplittableRandom random, Matrix x, String likelihood) {
    Matrix y = Matrix.zeros(x.rows, 1);
    int shape = random.nextInt(6);
    double scale = random.nextInt(4) == 0 ? Math.pow(10, random.nextInt(-9, 10)) : 1;
    for (int i = 0; i < x.rows; i++) {
      double f = Math.sin(x.get(i, 0)) + 0.3 * random.nextGaussian();
      y.set(i, 0, target(likelihood.split("[( ]")[0], f, shape, scale, i));
    }
    return y;
  }

  private static double target(String likelihood, double f, int shape, double scale, int i) {
    return switch (likelihood) {
      case "bernoulli" -> i == 0 ? 0 : i == 1 ? 1 : f > 0 ? 1 : 0;
      case "categorical", "ordinal" -> i < 3 ? i : f > 0.5 ? 2 : f > -0.5 ? 1 : 0;
      case "poisson", "negative-binomial" -> Math.rint(Math.exp(f));
      case "gamma" -> scale * Math.exp(f);
      case "beta" -> 1 / (1 + Math.exp(-f));
      default ->
          switch (shape) {
            case 0 -> scale * Math.exp(f);
            case 1 -> scale * (1e3 + f);
            case 2 -> scale * Math.tan(1.5 * Math.sin(f)); // heavy tails
            case 3 -> scale * Math.rint(f);
            case 4 -> -scale * Math.exp(2 * f);
            default -> scale * f;
          };
    };
  }
}
