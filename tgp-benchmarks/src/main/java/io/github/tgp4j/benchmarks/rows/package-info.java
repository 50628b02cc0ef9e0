/** The files that benchmarks write: lines of cells, and where each line came from. */
package io.github.tgp4j.benchmarks.rows;
