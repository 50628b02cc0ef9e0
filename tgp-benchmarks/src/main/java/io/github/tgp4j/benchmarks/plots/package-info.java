/** Plots as SVG text: every position is computed here, so that tests can read it back. */
package io.github.tgp4j.benchmarks.plots;
