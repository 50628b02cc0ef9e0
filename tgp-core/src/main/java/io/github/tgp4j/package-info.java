/** Transformed Gaussian processes: sparse variational GPs pushed through invertible flows. */
package io.github.tgp4j;
