/**
 * Flows that do not act on each f(x) alone: Student-t processes and flows that read the inducing
 * values.
 */
package io.github.tgp4j.nonmarginal;
