/**
 * How good predictions are, in the data's own units: point errors, proper scores, intervals,
 * calibration and classes. Plain arrays in, one number out.
 */
package io.github.tgp4j.metrics;
