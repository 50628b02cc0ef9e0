/** Programs to start from: each shows one way of using tgp4j from Java. */
package io.github.tgp4j.examples;
