/** Tables as people have them, and whether the first screen of a report is true of them. */
package io.github.tgp4j.benchmarks.people;
