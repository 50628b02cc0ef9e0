package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Provenance;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a page says about where its rows come from, and which of them cannot say. */
final class Origin {
  private static final int MOST_NAMED = 12;

  private Origin() {}

  /** A paragraph, and a list of the fits that failed if there are any. */
  static String of(String file, List<ResultRow> rows) {
    String text = sentences(file, rows.stream().map(ResultRow::made).toList());
    List<ResultRow> failed = rows.stream().filter(ResultRow::isFailure).toList();
    if (failed.isEmpty()) {
      return text;
    }
    return text
        + "\n**Fits that failed** (their scores are missing below, not replaced):\n"
        + failed.stream()
            .map(
                row ->
                    "- "
                        + row.key().data()
                        + ", "
                        + Names.of(row.key().model())
                        + ", M = "
                        + row.key().inducing()
                        + ", split "
                        + row.key().split()
                        + ", seed "
                        + row.key().seed()
                        + ": "
                        + row.failure()
                        + "\n")
            .collect(Collectors.joining());
  }

  /** The same of measurements, whose data are generated: they have no hash. */
  static String measured(String file, List<Provenance> made) {
    return sentences(
        file,
        made.stream()
            .map(
                m ->
                    new Provenance(
                        m.commit(),
                        m.dirty(),
                        m.date(),
                        m.host(),
                        m.jdk(),
                        m.threads(),
                        m.load(),
                        "generated"))
            .toList());
  }

  static String sentences(String file, List<Provenance> made) {
    StringBuilder text = new StringBuilder("Made by `./bench pages` from `").append(file);
    text.append("`: ").append(count(made.size(), "row")).append(", computed at ");
    TreeSet<String> commits = each(made, Provenance::commit);
    text.append(commits.size() == 1 ? "commit " : "commits ").append(String.join(", ", commits));
    TreeSet<String> dates =
        each(made, row -> row.date().substring(0, Math.min(10, row.date().length())));
    if (!dates.isEmpty()) {
      text.append(" on ").append(list(dates));
    }
    TreeSet<String> hosts = each(made, Provenance::host);
    if (!hosts.isEmpty()) {
      text.append("; machines: ").append(String.join("; ", hosts));
    }
    TreeSet<String> javas = each(made, Provenance::jdk);
    if (!javas.isEmpty()) {
      text.append("; JDK ").append(list(javas));
    }
    TreeSet<String> threads = each(made, Provenance::threads);
    if (!threads.isEmpty()) {
      text.append("; threads: ").append(list(threads));
    }
    text.append(".\n");
    long without = made.stream().filter(row -> !row.isComplete()).count();
    if (without > 0) {
      text.append(without == made.size() ? "None of the rows records" : count(without, "row"));
      text.append(
          without == made.size() ? "" : without == 1 ? " does not record" : " do not record");
      text.append(
          " all of date, machine, JDK, threads, data and whether the sources were changed: ");
      text.append(without == 1 ? "it was" : "they were").append(" written before rows did.\n");
    }
    long dirty = made.stream().filter(Provenance::isDirty).count();
    if (dirty > 0) {
      text.append(count(dirty, "row"));
      text.append(dirty == 1 ? " was" : " were");
      text.append(" made of sources that differed from their commit.\n");
    }
    return text.toString();
  }

  private static String count(long n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }

  private static String list(TreeSet<String> all) {
    return all.size() <= MOST_NAMED ? String.join(", ", all) : all.first() + " to " + all.last();
  }

  private static TreeSet<String> each(List<Provenance> made, Function<Provenance, String> part) {
    return made.stream()
        .map(part)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
