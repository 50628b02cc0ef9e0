/**
 * The model language: short texts that describe covariances, mean functions, flows and likelihoods,
 * and the names of users' own parts.
 */
package io.github.tgp4j.spec;
