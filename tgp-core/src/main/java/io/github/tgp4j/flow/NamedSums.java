package io.github.tgp4j.flow;

import java.util.ArrayList;
import java.util.List;

/**
 * The sums of the model language: {@code tanh-sum(6)} and the like.
 *
 * <p>Their starting values are spread so that no two terms are alike: equal terms would have equal
 * gradients and stay equal for ever. Only the first term of a tanh or arcsinh sum has a shift a;
 * the others' would be redundant.
 */
final class NamedSums {
  private static final double LOCATIONS = 1.5; // c is spread over plus or minus this
  private static final double POWERS = 0.2; // and λ over 1 plus or minus this

  private NamedSums() {}

  /** {@code tanh-sum(k)}: f + a + Σ_i b_i·tanh((f − c_i)/d_i), unbounded. */
  static SumFlow tanh(int k) {
    List<Flow> parts = new ArrayList<>(List.of(new IdentityFlow()));
    List<double[]> starts = new ArrayList<>(List.of(new double[0]));
    addLocated(k, TanhFlow::new, 1.0, parts, starts);
    return SumFlow.named("tanh-sum(" + k + ")", parts, false, starts);
  }

  /** {@code tanh-sum(k, bounded)}: a + Σ_i b_i·tanh((f − c_i)/d_i), with values in a ± Σ_i b_i. */
  static SumFlow boundedTanh(int k) {
    return located("tanh-sum(" + k + ", bounded)", k, TanhFlow::new, 1.0);
  }

  /** {@code arcsinh-sum(k)}: a + Σ_i b_i·asinh((f − c_i)/d_i). */
  static SumFlow arcsinh(int k) {
    return located("arcsinh-sum(" + k + ")", k, ArcsinhFlow::new, 2.0);
  }

  /** {@code log-exp-sum(k)}: Σ_i b_i·log(1 + exp((f − c_i)/d_i)), above 0. */
  static SumFlow logExp(int k) {
    return located("log-exp-sum(" + k + ")", k, shifted -> new LogExpFlow(), 1.0);
  }

  /** {@code boxcox-sum(k)}: Σ_i w_i·boxcox(f; λ_i), λ_i spread evenly over 0.8 to 1.2. */
  static SumFlow boxCox(int k) {
    return powers("boxcox-sum(" + k + ")", k, new BoxCoxFlow());
  }

  /** {@code inverse-boxcox-sum(k)}: the same of the inverses. */
  static SumFlow inverseBoxCox(int k) {
    return powers("inverse-boxcox-sum(" + k + ")", k, new InverseBoxCoxFlow());
  }

  private interface Shape {
    LocationScaleFlow of(boolean shifted);
  }

  private static SumFlow located(String name, int k, Shape shape, double width) {
    List<Flow> parts = new ArrayList<>();
    List<double[]> starts = new ArrayList<>();
    addLocated(k, shape, width, parts, starts);
    return SumFlow.named(name, parts, false, starts);
  }

  /** k terms with b = width/k, c spread evenly and d = width. */
  private static void addLocated(
      int k, Shape shape, double width, List<Flow> parts, List<double[]> starts) {
    for (int i = 0; i < checked(k); i++) {
      LocationScaleFlow part = shape.of(i == 0);
      double c = spread(i, k, 0.0, LOCATIONS);
      parts.add(part);
      starts.add(
          part.shifted()
              ? new double[] {0.0, width / k, c, width}
              : new double[] {width / k, c, width});
    }
  }

  private static SumFlow powers(String name, int k, Flow part) {
    List<Flow> parts = new ArrayList<>();
    List<double[]> starts = new ArrayList<>();
    for (int i = 0; i < checked(k); i++) {
      parts.add(part);
      starts.add(new double[] {spread(i, k, 1.0, POWERS)});
    }
    return SumFlow.named(name, parts, true, starts);
  }

  private static int checked(int k) {
    if (!(k >= 1)) {
      throw new IllegalArgumentException("sum: expected at least 1 term but got " + k);
    }
    return k;
  }

  /** The i-th of k values that are spread evenly over centre ± half. */
  private static double spread(int i, int k, double centre, double half) {
    return k == 1 ? centre : centre + half * (2.0 * i / (k - 1) - 1.0);
  }
}
