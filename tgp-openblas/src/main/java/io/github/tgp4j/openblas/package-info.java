/** OpenBLAS for the library's linear algebra. */
package io.github.tgp4j.openblas;
