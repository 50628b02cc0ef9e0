/**
 * Generated input of every kind, sound and hostile: nothing may crash, hang or be wrong in silence.
 */
package io.github.tgp4j.benchmarks.fuzz;
