/** The implementations of the elementary functions, with vectors and one element at a time. */
package io.github.tgp4j.elementary.internal;
