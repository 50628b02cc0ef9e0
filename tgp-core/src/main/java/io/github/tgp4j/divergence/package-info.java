/**
 * Divergences between Gaussians, in place of the Kullback–Leibler divergence of q(u) and of q(W).
 */
package io.github.tgp4j.divergence;
