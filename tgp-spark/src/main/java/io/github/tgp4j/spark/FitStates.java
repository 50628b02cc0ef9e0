package io.github.tgp4j.spark;

import io.github.tgp4j.train.Checkpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;

/** Where the fits of one estimator keep their states, if anywhere. */
final class FitStates {
  private final GPEstimator<?, ?> estimator;
  private final SparkContext context;
  private final PackedRows rows;
  private final List<HadoopCheckpoints> open = new ArrayList<>();

  FitStates(GPEstimator<?, ?> estimator, SparkContext context, PackedRows rows) {
    this.estimator = estimator;
    this.context = context;
    this.rows = rows;
  }

  /** Of one of the fits. */
  Checkpoints of(String name) {
    if (estimator.getCheckpointDir().isEmpty()) {
      return Checkpoints.NONE;
    }
    Map<String, String> settings = estimator.settings();
    settings.put("rows", Long.toString(rows.rows()));
    settings.put("data", Long.toHexString(rows.fingerprint()));
    HadoopCheckpoints one =
        new HadoopCheckpoints(
            context.hadoopConfiguration(),
            estimator.getCheckpointDir(),
            name.replaceAll("[^A-Za-z0-9.-]", "_"),
            estimator.getCheckpointInterval(),
            settings);
    open.add(one);
    return one;
  }

  /** All fits are done. */
  void delete() {
    open.forEach(HadoopCheckpoints::delete);
  }
}
