/**
 * What a model says of new rows: {@link io.github.tgp4j.predict.Prediction} of many rows, {@link
 * io.github.tgp4j.predict.Distribution} of one. Interfaces that are easily faked in a test.
 */
package io.github.tgp4j.predict;
