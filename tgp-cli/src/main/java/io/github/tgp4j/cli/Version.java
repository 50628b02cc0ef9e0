package io.github.tgp4j.cli;

import io.github.tgp4j.io.Provenance;
import picocli.CommandLine;

/** "tgp 0.1.0 (Java 17.0.15)". */
final class Version implements CommandLine.IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "tgp " + Provenance.LIBRARY + " (Java " + System.getProperty("java.version") + ")"
    };
  }
}
