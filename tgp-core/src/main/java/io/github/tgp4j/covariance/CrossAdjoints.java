package io.github.tgp4j.covariance;

import io.github.tgp4j.linalg.Matrix;

/**
 * The adjoints on the way back through {@link Covariance#cross}: that of k comes in, the others are
 * added to.
 *
 * @param k adjoint of k, which the pullback may overwrite
 * @param theta adjoint of theta
 * @param x adjoint of x, or null when not needed
 * @param z adjoint of z, or null when not needed; when x and z are the same matrix, the same
 *     adjoint twice
 */
public record CrossAdjoints(Matrix k, double[] theta, Matrix x, Matrix z) {}
