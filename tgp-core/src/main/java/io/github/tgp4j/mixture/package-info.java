/**
 * The predictive distribution of a target as a mixture of likelihoods over nodes and draws, and all
 * that is asked of it.
 */
package io.github.tgp4j.mixture;
