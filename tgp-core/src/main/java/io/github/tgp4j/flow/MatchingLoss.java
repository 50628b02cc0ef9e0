package io.github.tgp4j.flow;

/** How far a flow is from taking given points to given values: (1/N)·Σ (g(x_i; θ) − y_i)². */
final class MatchingLoss implements FlowInitialiser.Loss {
  private final Flow flow;
  private final double[] x;
  private final double[] y;
  private final double[] g;
  private final double[] bar;
  private final double[] tape;

  MatchingLoss(Flow flow, double[] x, double[] y) {
    this.flow = flow;
    this.x = x;
    this.y = y;
    this.g = new double[x.length];
    this.bar = new double[x.length];
    this.tape = new double[flow.tapeWidth() * x.length];
  }

  @Override
  public double of(double[] theta, double[] thetaBar) {
    int n = x.length;
    flow.forward(theta, 0, x, 0, g, 0, n, tape, 0);
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      double miss = g[i] - y[i];
      sum += miss * miss;
      bar[i] = 2.0 * miss / n;
    }
    flow.pullback(theta, 0, x, 0, g, 0, bar, 0, n, tape, 0, thetaBar);
    return sum / n;
  }
}
