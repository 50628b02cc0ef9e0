/**
 * How to train, and how training went: plans, listeners, results, and states from which a run is
 * resumed.
 */
package io.github.tgp4j.train;
