/** Threads that share numbered tasks, reusable buffers and a quasi-Newton search. */
package io.github.tgp4j.compute;
