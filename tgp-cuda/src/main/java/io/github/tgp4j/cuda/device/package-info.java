/** The device as Java sees it: memory, kernels, graphs and the libraries for matrices. */
package io.github.tgp4j.cuda.device;
