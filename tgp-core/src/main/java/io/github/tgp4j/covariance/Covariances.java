package io.github.tgp4j.covariance;

import java.util.ArrayList;
import java.util.List;

/**
 * The covariances of the library, bound to a number of inputs D.
 *
 * <pre>{@code
 * Covariance k = Covariances.sum(
 *     Covariances.matern52(3).lengthscales(0.5),
 *     Covariances.restrict(3, Covariances.periodic(1).startingAt("period", 24), 0));
 * k.toString(); // matern52(lengthscale=0.5) + periodic(period=24)[0]
 * }</pre>
 *
 * <p>Sums and products are flattened and fixed factors moved to the front, so that equal texts mean
 * equal objects.
 */
public final class Covariances {
  private Covariances() {}

  /** v·exp(−½r²), one lengthscale per input; variance and lengthscales start at 2. */
  public static StationaryCovariance rbf(int inputs) {
    return new RbfCovariance(inputs);
  }

  /** v·exp(−r): continuous, nowhere differentiable functions. */
  public static StationaryCovariance matern12(int inputs) {
    return new Matern12Covariance(inputs);
  }

  /** v·(1 + √3r)·exp(−√3r): once differentiable functions. */
  public static StationaryCovariance matern32(int inputs) {
    return new Matern32Covariance(inputs);
  }

  /** v·(1 + √5r + 5r²/3)·exp(−√5r): twice differentiable functions. */
  public static StationaryCovariance matern52(int inputs) {
    return new Matern52Covariance(inputs);
  }

  /** v·(1 + r²/(2α))^(−α). */
  public static StationaryCovariance rationalQuadratic(int inputs) {
    return new RationalQuadraticCovariance(inputs);
  }

  /** v·exp(−2 Σ sin²(π(x − z)/p)/ℓ²); the period starts at 1. */
  public static BasicCovariance periodic(int inputs) {
    return new PeriodicCovariance(inputs);
  }

  /** v·cos(2π Σ (x − z)/ℓ). */
  public static BasicCovariance cosine(int inputs) {
    return new CosineCovariance(inputs);
  }

  /** Σ w·x·z. */
  public static BasicCovariance linear(int inputs) {
    return new LinearCovariance(inputs);
  }

  /** (Σ w·x·z + c)^degree. */
  public static BasicCovariance polynomial(int inputs, int degree) {
    return new PolynomialCovariance(inputs, degree);
  }

  /** A wide network with step (order 0), ReLU (1) or squared ReLU (2) units. */
  public static BasicCovariance arcCosine(int inputs, int order) {
    return new ArcCosineCovariance(inputs, order);
  }

  /** v. */
  public static BasicCovariance constant(int inputs) {
    return new ConstantCovariance(inputs);
  }

  /** v for a row with itself, otherwise 0. */
  public static BasicCovariance white(int inputs) {
    return new WhiteCovariance(inputs);
  }

  /** The sum of covariances with the same number of inputs. */
  public static Covariance sum(Covariance... terms) {
    return sum(List.of(terms));
  }

  public static Covariance sum(List<? extends Covariance> terms) {
    List<Covariance> flat = new ArrayList<>();
    for (Covariance term : terms) {
      if (term instanceof SumCovariance sum) {
        flat.addAll(sum.terms());
      } else {
        flat.add(term);
      }
    }
    return flat.size() == 1 ? flat.get(0) : new SumCovariance(flat);
  }

  /** The product of covariances with the same number of inputs. */
  public static Covariance product(Covariance... factors) {
    return product(List.of(factors));
  }

  public static Covariance product(List<? extends Covariance> factors) {
    double number = 1.0;
    List<Covariance> flat = new ArrayList<>();
    for (Covariance factor : factors) {
      Covariance inner = factor;
      if (factor instanceof ScaledCovariance scaled) {
        number *= scaled.factor();
        inner = scaled.scaled();
      }
      if (inner instanceof ProductCovariance product) {
        flat.addAll(product.factors());
      } else {
        flat.add(inner);
      }
    }
    return scale(number, flat.size() == 1 ? flat.get(0) : new ProductCovariance(flat));
  }

  /** factor·k with a fixed factor above zero; {@code product(constant, k)} has a trained one. */
  public static Covariance scale(double factor, Covariance k) {
    if (k instanceof ScaledCovariance scaled) {
      return scale(factor * scaled.factor(), scaled.scaled());
    }
    return factor == 1.0 ? k : new ScaledCovariance(factor, k);
  }

  /**
   * A covariance of some of the inputs.
   *
   * @param inputs the number of columns of x
   * @param k a covariance of as many inputs as there are dimensions
   * @param dimensions the columns it sees, from 0, in its order
   */
  public static Covariance restrict(int inputs, Covariance k, int... dimensions) {
    if (k instanceof ActiveDimensionsCovariance inner && inner.inputs() == dimensions.length) {
      int[] composed = inner.dimensions();
      for (int i = 0; i < composed.length; i++) {
        composed[i] = dimensions[composed[i]];
      }
      return new ActiveDimensionsCovariance(inputs, inner.restricted(), composed);
    }
    return new ActiveDimensionsCovariance(inputs, k, dimensions);
  }
}
