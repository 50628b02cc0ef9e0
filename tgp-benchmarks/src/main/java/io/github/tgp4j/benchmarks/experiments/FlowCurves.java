package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.variational.FlowDraws;
import java.util.Arrays;

/** The trained flow of a model as curves over f0, on the standardised scale. */
final class FlowCurves {
  private final TgpModel model;
  private final double[] theta;

  FlowCurves(TgpModel model) {
    this.model = model;
    this.theta =
        model.parameterNames().stream()
            .flatMapToDouble(name -> Arrays.stream(model.parameter(name)))
            .toArray();
  }

  /**
   * One curve per draw of the network, or a single one.
   *
   * @param x one row, in the data's units
   * @param draws of the network, 0 for its mean
   */
  double[][] at(Matrix x, double[] f0, int draws) {
    FlowDraws source = new FlowDraws(model.architecture(), 0, theta, draws);
    FlowDraws.Values values = source.newValues();
    source.draw(model.inputScaling().apply(x), values, new Scratch());
    Flow flow = model.architecture().flow(0);
    double[][] curves = new double[source.count()][f0.length];
    double[] tape = new double[flow.tapeWidth() * f0.length];
    for (int d = 0; d < curves.length; d++) {
      flow.forward(values.theta(0), values.at(0, d), f0, 0, curves[d], 0, f0.length, tape, 0);
    }
    return curves;
  }
}
