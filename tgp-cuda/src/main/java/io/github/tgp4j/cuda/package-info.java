/**
 * An engine whose rows lie on an NVIDIA GPU.
 *
 * <p>The core does not know this module. It computes what {@code io.github.tgp4j.engine} asks of
 * any engine, to the CPU's results but for rounding.
 */
package io.github.tgp4j.cuda;
