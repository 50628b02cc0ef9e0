package io.github.tgp4j.cuda;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/**
 * Rows of docs/results/cuda.csv. {@code device/run.sh} names the file and says where rows come from
 * (commit, date, machine, JDK …); without it nothing is kept.
 */
final class TimesFile {
  private static final String FILE = System.getenv("TGP4J_ROWS");
  private static final String ORIGIN = System.getenv("TGP4J_ORIGIN");

  private TimesFile() {}

  /** Adds one measured quantity. */
  static void add(String table, String setting, String library, String quantity, double value) {
    if (FILE == null) {
      return;
    }
    String line =
        String.format(
            Locale.ROOT,
            "%s,\"%s\",%s,%s,%.6g,%s",
            table,
            setting,
            library,
            quantity,
            value,
            ORIGIN);
    try {
      Files.write(
          Path.of(FILE), List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + FILE, e);
    }
  }
}
