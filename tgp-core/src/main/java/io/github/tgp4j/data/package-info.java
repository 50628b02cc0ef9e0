/** Rows of typed columns, and how they become the numbers that a model takes. */
package io.github.tgp4j.data;
