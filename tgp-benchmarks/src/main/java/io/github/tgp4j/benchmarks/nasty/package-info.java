/** Generated tables that are hard to fit, and the check that {@code auto} copes with each. */
package io.github.tgp4j.benchmarks.nasty;
