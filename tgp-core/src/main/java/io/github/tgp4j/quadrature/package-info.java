/** Rules that replace an expectation under a Gaussian by a weighted sum. */
package io.github.tgp4j.quadrature;
