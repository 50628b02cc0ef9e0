/**
 * The variational bound of a sparse Gaussian process: what a model consists of, q(v) and the sparse
 * conditional.
 */
package io.github.tgp4j.variational;
