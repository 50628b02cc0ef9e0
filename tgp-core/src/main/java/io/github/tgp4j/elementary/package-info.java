/**
 * Elementary functions such as exp, log and the normal distribution over slices of arrays, with the
 * same bits on every machine.
 */
package io.github.tgp4j.elementary;
