package io.github.tgp4j.spark;

import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RankCurve;
import io.github.tgp4j.rows.Scaling;
import java.util.Arrays;
import org.apache.spark.api.java.function.Function;

/** Scales chunks, where they are. */
final class ScaledChunks implements Function<PackedChunk, PackedChunk> {
  private static final long serialVersionUID = 1L;

  private final double[][] inputs; // shift and scale, then knots and scores of every column's curve
  private final double[] target; // shift and scale
  private transient Scaling scaling;

  ScaledChunks(LearntScaling learnt) {
    Scaling x = learnt.inputs();
    RankCurve[] curves = x.curves();
    inputs = new double[2 + 2 * curves.length][];
    inputs[0] = x.shift();
    inputs[1] = x.scale();
    for (int j = 0; j < curves.length; j++) {
      inputs[2 + 2 * j] = curves[j] == null ? new double[0] : curves[j].knots();
      inputs[3 + 2 * j] = curves[j] == null ? new double[0] : curves[j].scores();
    }
    target = new double[] {learnt.targets().shift()[0], learnt.targets().scale()[0]};
  }

  private synchronized Scaling scaling() {
    if (scaling == null) {
      RankCurve[] curves = new RankCurve[inputs.length / 2 - 1];
      for (int j = 0; j < curves.length; j++) {
        curves[j] =
            inputs[2 + 2 * j].length == 0
                ? null
                : new RankCurve(inputs[2 + 2 * j], inputs[3 + 2 * j]);
      }
      scaling = new Scaling(inputs[0], inputs[1], curves);
    }
    return scaling;
  }

  @Override
  public PackedChunk call(PackedChunk raw) {
    Scaling ofInputs = scaling();
    Scaling ofTarget = new Scaling(new double[] {target[0]}, new double[] {target[1]});
    double[] x = new double[raw.x().length];
    for (int i = 0; i < x.length; i++) {
      x[i] = ofInputs.apply(i % raw.inputs(), raw.x()[i]);
    }
    double[] y = Arrays.stream(raw.y()).map(value -> ofTarget.apply(0, value)).toArray();
    return new PackedChunk(raw.rows(), raw.inputs(), x, y, raw.faults());
  }
}
