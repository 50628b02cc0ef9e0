/** {@code tgp serve}: predictions and fits over HTTP, and the studio's files. */
package io.github.tgp4j.server;
