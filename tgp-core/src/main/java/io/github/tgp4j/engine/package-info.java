/**
 * The seam between training and whoever computes: a {@link io.github.tgp4j.engine.Bound} says what
 * rows add up to, an {@link io.github.tgp4j.engine.Engine} has the rows and adds.
 */
package io.github.tgp4j.engine;
