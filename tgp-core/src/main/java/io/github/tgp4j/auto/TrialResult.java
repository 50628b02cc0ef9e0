package io.github.tgp4j.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What came of fitting a candidate to some rows and predicting those held out.
 *
 * @param heldOut one per target; of a fit that failed, with log densities of −∞
 * @param failure why it failed; null where it did not
 */
public record TrialResult(List<HeldOut> heldOut, String failure) {
  public TrialResult {
    heldOut = List.copyOf(heldOut);
  }

  /** Of a fit that failed, for held-out targets y. */
  static TrialResult failed(double[][] y, RuntimeException cause) {
    List<HeldOut> out = new ArrayList<>();
    for (double[] target : y) {
      double[] nothing = new double[target.length];
      Arrays.fill(nothing, Double.NEGATIVE_INFINITY);
      out.add(HeldOut.scores(target, nothing));
    }
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new TrialResult(out, reason);
  }

  /** The rows of several parts, one after the other; it failed if one of them did. */
  static TrialResult join(List<TrialResult> parts) {
    List<HeldOut> joined = new ArrayList<>();
    for (int o = 0; o < parts.get(0).heldOut.size(); o++) {
      int target = o;
      joined.add(HeldOut.join(parts.stream().map(part -> part.heldOut.get(target)).toList()));
    }
    String failure =
        parts.stream().map(TrialResult::failure).filter(f -> f != null).findFirst().orElse(null);
    return new TrialResult(joined, failure);
  }

  /** Over all targets, summed. */
  double[] logDensity() {
    double[] sum = heldOut.get(0).logDensity().clone();
    for (HeldOut target : heldOut.subList(1, heldOut.size())) {
      Arrays.setAll(sum, i -> target.logDensity()[i] + sum[i]);
    }
    return sum;
  }

  /** The mean negative log density, summed over targets. */
  double loss() {
    return heldOut.stream().mapToDouble(HeldOut::nll).sum();
  }
}
