/** {@code tgp serve} under load: how fast it answers, and what it needs. */
package io.github.tgp4j.benchmarks.serve;
