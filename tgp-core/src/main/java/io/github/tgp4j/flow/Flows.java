package io.github.tgp4j.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Builds flows; every method names the text of the model language that it stands for. */
public final class Flows {
  private Flows() {}

  /** {@code identity}. */
  public static Flow identity() {
    return new IdentityFlow();
  }

  /** {@code affine}: a + b·f. */
  public static Flow affine() {
    return new AffineFlow();
  }

  /** {@code scale}: b·f. */
  public static Flow scale() {
    return new ScaleFlow();
  }

  /** {@code exp}: positive outputs. */
  public static Flow exp() {
    return new ExpFlow();
  }

  /** {@code log}: of positive inputs. */
  public static Flow log() {
    return new LogFlow();
  }

  /** {@code softplus}: positive outputs. */
  public static Flow softplus() {
    return new SoftplusFlow();
  }

  /** {@code sinh}. */
  public static Flow sinh() {
    return new SinhFlow();
  }

  /** {@code arcsinh}: a + b·asinh((f − c)/d). */
  public static Flow arcsinh() {
    return new ArcsinhFlow();
  }

  /** {@code tanh}: a + b·tanh((f − c)/d). */
  public static Flow tanh() {
    return new TanhFlow();
  }

  /** {@code log-exp}: b·log(1 + exp((f − c)/d)). */
  public static Flow logExp() {
    return new LogExpFlow();
  }

  /** {@code sinh-arcsinh}: sinh(b·asinh(f) − a). */
  public static Flow sinhArcsinh() {
    return new SinhArcsinhFlow();
  }

  /** {@code boxcox}: (sgn(f)|f|^λ − 1)/λ. */
  public static Flow boxCox() {
    return new BoxCoxFlow();
  }

  /** {@code tukey}: (e^(g·f) − 1)/g·e^(h·f²/2). */
  public static Flow tukey() {
    return new TukeyFlow();
  }

  /** {@code sal(k)}: sinh-arcsinh, then affine, k times. */
  public static Flow sal(int k) {
    if (!(k >= 1)) {
      throw new IllegalArgumentException("sal: expected at least 1 block but got " + k);
    }
    List<Flow> parts = new ArrayList<>();
    for (int j = 0; j < k; j++) {
      parts.add(new SinhArcsinhFlow());
      parts.add(new AffineFlow());
    }
    return CompositeFlow.of(parts);
  }

  /** {@code a > b > c}: the first flow is applied first. */
  public static Flow compose(Flow... parts) {
    return CompositeFlow.of(List.of(parts));
  }

  /** {@code sum(a, b)}: a(f) + b(f). */
  public static Flow sum(Flow... parts) {
    return SumFlow.of(List.of(parts));
  }

  /** {@code weighted-sum(a, b)}: v·a(f) + w·b(f). */
  public static Flow weightedSum(Flow... parts) {
    return SumFlow.weighted(List.of(parts));
  }

  /** {@code tanh-sum(k)}: f + a + Σ_i b_i·tanh((f − c_i)/d_i). */
  public static Flow tanhSum(int k) {
    return NamedSums.tanh(k);
  }

  /** {@code tanh-sum(k, bounded)}: a + Σ_i b_i·tanh((f − c_i)/d_i). */
  public static Flow boundedTanhSum(int k) {
    return NamedSums.boundedTanh(k);
  }

  /** {@code rq-spline(k)}: a monotone rational-quadratic spline of k pieces, straight beyond. */
  public static Flow rationalQuadraticSpline(int k) {
    return new RationalQuadraticSplineFlow(k);
  }

  /** {@code arcsinh-sum(k)}: a + Σ_i b_i·asinh((f − c_i)/d_i). */
  public static Flow arcsinhSum(int k) {
    return NamedSums.arcsinh(k);
  }

  /** {@code log-exp-sum(k)}: Σ_i b_i·log(1 + exp((f − c_i)/d_i)). */
  public static Flow logExpSum(int k) {
    return NamedSums.logExp(k);
  }

  /** {@code boxcox-sum(k)}: Σ_i w_i·boxcox(f; λ_i). */
  public static Flow boxCoxSum(int k) {
    return NamedSums.boxCox(k);
  }

  /** {@code inverse-boxcox-sum(k)}: Σ_i w_i·boxcox⁻¹(f; λ_i). */
  public static Flow inverseBoxCoxSum(int k) {
    return NamedSums.inverseBoxCox(k);
  }

  /**
   * {@code inverse(flow)}. A composite is inverted part by part, in reverse order (and so are its
   * parameters); a flow whose inverse is known by another name becomes that.
   */
  public static Flow inverse(Flow flow) {
    if (flow instanceof CompositeFlow composite) {
      List<Flow> parts = new ArrayList<>(composite.parts());
      Collections.reverse(parts);
      parts.replaceAll(Flows::inverse);
      return CompositeFlow.mismatch(parts) == null
          ? CompositeFlow.of(parts)
          : new InverseFlow(composite); // exp > affine: where its range starts depends on θ
    }
    if (flow instanceof InverseFlow inverse) {
      return inverse.wrapped();
    }
    if (flow instanceof IdentityFlow) {
      return flow;
    }
    if (flow instanceof ExpFlow) {
      return new LogFlow();
    }
    if (flow instanceof LogFlow) {
      return new ExpFlow();
    }
    if (flow instanceof BoxCoxFlow) {
      return new InverseBoxCoxFlow();
    }
    if (flow instanceof InverseBoxCoxFlow) {
      return new BoxCoxFlow();
    }
    return new InverseFlow(flow);
  }
}
