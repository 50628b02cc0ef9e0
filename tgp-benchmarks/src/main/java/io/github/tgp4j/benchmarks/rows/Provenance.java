package io.github.tgp4j.benchmarks.rows;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/**
 * Where, when and of what a row was made; empty texts where an old row does not say.
 *
 * @param commit the sources
 * @param dirty {@code dirty} where sources differed from the commit, {@code clean} where not
 * @param date in UTC
 * @param host the machine in words: processor, cores, memory; no name
 * @param jdk its version
 * @param threads that a fit was given
 * @param load the machine's load average over a minute when the fit began
 * @param dataHash the first digits of the SHA-256 of the rows of the split
 */
public record Provenance(
    String commit,
    String dirty,
    String date,
    String host,
    String jdk,
    String threads,
    String load,
    String dataHash) {
  /** The columns of {@link #line}. */
  public static final String HEADER = "commit,dirty,date,host,jdk,threads,load,data_hash";

  /** As it is in a line; empty where the line has no such column. */
  public static Provenance of(Cells row) {
    return new Provenance(
        row.text("commit"),
        row.text("dirty"),
        row.text("date"),
        row.text("host"),
        row.text("jdk"),
        row.text("threads"),
        row.text("load"),
        row.text("data_hash"));
  }

  /** Here and now; to be taken before the fit, whose own load would count otherwise. */
  public static Provenance now(int threads, String dataHash) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return new Provenance(
        System.getProperty("tgp4j.commit", "unknown"),
        System.getProperty("tgp4j.dirty", ""),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        machine(),
        System.getProperty("java.version"),
        Integer.toString(threads),
        load < 0 ? "" : String.format(Locale.ROOT, "%.2f", load),
        dataHash);
  }

  /** Of a row that names its commit and nothing else. */
  public static Provenance ofCommit(String commit) {
    return new Provenance(commit, "", "", "", "", "", "", "");
  }

  /** As cells of a CSV file, in the order of {@link #HEADER}. */
  public String line() {
    return String.join(",", commit, dirty, date, Cells.quoted(host), jdk, threads, load, dataHash);
  }

  /** Whether the row can be traced to sources, data, machine and day. */
  public boolean isComplete() {
    return !commit.isEmpty()
        && !dirty.isEmpty()
        && !date.isEmpty()
        && !host.isEmpty()
        && !jdk.isEmpty()
        && !threads.isEmpty()
        && !dataHash.isEmpty();
  }

  /** Whether the sources were those of no commit. */
  public boolean isDirty() {
    return dirty.equals("dirty");
  }

  /**
   * The machine in words that name nobody: {@code AMD EPYC (family 25 model 17), 2 cores, 23 GB}.
   * Processors of one name may round differently in BLAS.
   */
  private static String machine() {
    String cpu = "/proc/cpuinfo";
    String processor = firstValue(cpu, "model name", System.getProperty("os.arch"));
    String family = firstValue(cpu, "cpu family", "").trim();
    String model = firstValue(cpu, "model\t", "").trim();
    if (!family.isEmpty()) {
      processor += " (family " + family + " model " + model + ")";
    }
    String memory = firstValue("/proc/meminfo", "MemTotal", "").replaceAll("\\D", "");
    int cores = Runtime.getRuntime().availableProcessors();
    return processor.replaceAll("[\",]", "").replaceAll("\\s+", " ").trim()
        + ", "
        + cores
        + (cores == 1 ? " core" : " cores")
        + (memory.isEmpty() ? "" : ", " + Math.round(Long.parseLong(memory) / 1048576.0) + " GB");
  }

  /** What follows the colon in the first line that begins with a word. */
  private static String firstValue(String file, String word, String otherwise) {
    try {
      List<String> lines = Files.readAllLines(Path.of(file), StandardCharsets.UTF_8);
      return lines.stream()
          .filter(line -> line.startsWith(word) && line.contains(":"))
          .map(line -> line.substring(line.indexOf(':') + 1))
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) { // another operating system
      return otherwise;
    }
  }
}
