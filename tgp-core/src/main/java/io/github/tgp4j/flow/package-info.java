/**
 * Strictly increasing maps of the line, their pullbacks and their starting values. {@link
 * io.github.tgp4j.flow.Flows} builds them; {@link io.github.tgp4j.flow.FlowInitialiser} starts
 * them.
 */
package io.github.tgp4j.flow;
