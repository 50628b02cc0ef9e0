/**
 * Covariance and mean functions of the latent Gaussian process; built by {@link
 * io.github.tgp4j.covariance.Covariances}.
 */
package io.github.tgp4j.covariance;
