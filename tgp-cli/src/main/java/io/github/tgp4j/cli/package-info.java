/** The {@code tgp} command: its commands and what they share. */
package io.github.tgp4j.cli;
