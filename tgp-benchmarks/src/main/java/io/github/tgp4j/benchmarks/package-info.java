/**
 * Speed of training steps against the least they could cost, allocation, memory, and other
 * libraries side by side.
 */
package io.github.tgp4j.benchmarks;
