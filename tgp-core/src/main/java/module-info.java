/**
 * Transformed Gaussian processes: models with calibrated, non-Gaussian predictions.
 *
 * <p>Start at {@code io.github.tgp4j.model.Tgp}, or at {@code io.github.tgp4j.auto} with a table.
 */
module io.github.tgp4j.core {
  requires java.logging;
  requires arpack.combined.all; // of netlib; the name is that of its jar, the last of 2010
  requires dev.ludovic.netlib.blas;
  requires dev.ludovic.netlib.lapack;
  requires org.apache.commons.numbers.gamma;
  requires org.apache.commons.rng.api;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.statistics.distribution;
  requires static jdk.incubator.vector;

  // Fitting, predicting, keeping.
  exports io.github.tgp4j.auto;
  exports io.github.tgp4j.data;
  exports io.github.tgp4j.io;
  exports io.github.tgp4j.metrics;
  exports io.github.tgp4j.model;
  exports io.github.tgp4j.predict;
  exports io.github.tgp4j.rows;
  exports io.github.tgp4j.spec;
  exports io.github.tgp4j.train;
  // Parts of models, and what parts of one's own are written with.
  exports io.github.tgp4j.compute;
  exports io.github.tgp4j.covariance;
  exports io.github.tgp4j.divergence;
  exports io.github.tgp4j.elementary;
  exports io.github.tgp4j.flow;
  exports io.github.tgp4j.likelihood;
  exports io.github.tgp4j.linalg;
  exports io.github.tgp4j.param;
  exports io.github.tgp4j.quadrature;

  // Everything else, from engines to bounds, may change with every release.

  uses io.github.tgp4j.spec.Parts;
  uses io.github.tgp4j.engine.Accelerator;
  uses io.github.tgp4j.linalg.NativeLibrary;
}
