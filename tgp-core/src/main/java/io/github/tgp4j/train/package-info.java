/** Training: steps, schedules, early stopping, listeners and states from which a run is resumed. */
package io.github.tgp4j.train;
