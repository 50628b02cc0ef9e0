package io.github.tgp4j.benchmarks.serve;

import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.benchmarks.rows.ResultLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a server holds at a moment.
 *
 * @param hours since the load began
 * @param requests that were answered since
 * @param heap MB of live objects
 * @param files open files and connections
 * @param resident memory of the process in MB, which depends on how much of the heap Java and the
 *     system keep at hand
 * @param disk bytes of its home directory in MB
 */
record Held(
    double hours,
    long requests,
    double heap,
    double threads,
    double files,
    double resident,
    double disk) {
  private static final String HEADER =
      "minute,requests,heap_mb,threads,files,resident_mb,disk_mb,commit,dirty,date,host,jdk,load";
  private static final double MEGABYTE = 1 << 20;

  /** Looks at a server that has no fit under way. */
  static Held of(ServerProcess server, Path home, double hours, long requests)
      throws IOException, InterruptedException {
    return new Held(
        hours,
        requests,
        server.liveBytes() / MEGABYTE,
        server.status("Threads"),
        server.openFiles(),
        server.status("VmRSS") / 1024.0,
        bytes(home) / MEGABYTE);
  }

  private static long bytes(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum();
    }
  }

  /** The line of a log. */
  String text() {
    return String.format(
        Locale.ROOT,
        "minute %5.1f: %,9d requests, heap %.1f MB, %.0f threads, %.0f files, resident %.0f MB,"
            + " disk %.2f MB",
        60 * hours,
        requests,
        heap,
        threads,
        files,
        resident,
        disk);
  }

  /** Adds a line to serve.csv in a directory. */
  void record(Path directory) throws IOException {
    Provenance made = Provenance.now(Runtime.getRuntime().availableProcessors(), "");
    String values =
        String.format(
            Locale.ROOT,
            "%.1f,%d,%.2f,%.0f,%.0f,%.0f,%.3f",
            60 * hours,
            requests,
            heap,
            threads,
            files,
            resident,
            disk);
    new ResultLines(directory.resolve("serve.csv"), HEADER)
        .append(
            String.join(
                ",",
                values,
                made.commit(),
                made.dirty(),
                made.date(),
                Cells.quoted(made.host()),
                made.jdk(),
                made.load()));
  }
}
