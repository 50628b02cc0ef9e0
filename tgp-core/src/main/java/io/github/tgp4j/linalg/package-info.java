/** Dense row-major matrices, their products, and Cholesky factors with jitter. */
package io.github.tgp4j.linalg;
