/**
 * Rows of inputs and targets that a model learns from, in memory or in a mapped file: scaling,
 * held-out parts, checks.
 */
package io.github.tgp4j.rows;
