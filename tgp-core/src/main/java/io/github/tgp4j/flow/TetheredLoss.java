package io.github.tgp4j.flow;

/**
 * A loss plus 1e-4·Σ (log(v_i/v_i⁰))² over scales and shapes v_i that start at v_i⁰: without it a
 * sharp edge in the data can be followed with scales of 1e±20, from which no training goes on.
 * Locations, whose size is that of the data, are free.
 */
final class TetheredLoss implements FlowInitialiser.Loss {
  private static final double STRENGTH = 1e-4;

  private final FlowInitialiser.Loss loss;
  private final FreeParameters parameters;
  private final double[] start;

  TetheredLoss(FlowInitialiser.Loss loss, FreeParameters parameters) {
    this.loss = loss;
    this.parameters = parameters;
    this.start = parameters.start();
  }

  @Override
  public double of(double[] theta, double[] thetaBar) {
    double sum = loss.of(theta, thetaBar);
    for (int i = 0; i < theta.length; i++) {
      if (parameters.isConstrained(i) && start[i] > 0 && theta[i] > 0) {
        double distance = Math.log(theta[i] / start[i]);
        sum += STRENGTH * distance * distance;
        thetaBar[i] += 2.0 * STRENGTH * distance / theta[i];
      }
    }
    return sum;
  }
}
