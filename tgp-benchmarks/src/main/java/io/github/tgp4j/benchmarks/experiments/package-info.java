/**
 * The paper's experiments: each writes one row per data set, model, number of inducing points and
 * split to docs/results, and {@code ./bench pages} makes tables and plots of the rows.
 */
package io.github.tgp4j.benchmarks.experiments;
