/** Compares models on held-out rows and chooses among them. */
package io.github.tgp4j.auto;
