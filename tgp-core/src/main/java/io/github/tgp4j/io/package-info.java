/** Model files and checkpoints; the only package that knows a file format. */
package io.github.tgp4j.io;
