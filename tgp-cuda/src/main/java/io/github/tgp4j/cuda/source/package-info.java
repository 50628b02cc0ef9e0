/**
 * From a model to the text of its kernels: pure Java, and text that a C compiler of the host takes
 * too.
 */
package io.github.tgp4j.cuda.source;
