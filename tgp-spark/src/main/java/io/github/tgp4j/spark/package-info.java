/**
 * Transformed GPs on Apache Spark: {@link io.github.tgp4j.spark.TransformedGPRegressor} and {@link
 * io.github.tgp4j.spark.TransformedGPClassifier} train where the rows are, and their models score
 * DataFrames, also those that {@code tgp fit} made.
 */
package io.github.tgp4j.spark;
