package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.fuzz.FitFuzz;
import io.github.tgp4j.benchmarks.fuzz.FuzzLoop;
import io.github.tgp4j.benchmarks.fuzz.FuzzTarget;
import io.github.tgp4j.benchmarks.fuzz.ModelFileFuzz;
import io.github.tgp4j.benchmarks.fuzz.SpecFuzz;
import io.github.tgp4j.benchmarks.fuzz.TableFuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * {@code ./bench fuzz}: generated model files, texts, tables and fits for as long as wanted. Writes
 * how many there were into docs/results/fuzz.csv and the page docs/reliability.md, and fails with
 * the seeds of what was found.
 */
final class Fuzz implements Experiment {
  private static final double SECONDS_PER_CASE = 60.0;
  private static final long SEED = 1_000_000;
  private static final Map<String, Supplier<FuzzTarget>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("model-files", ModelFileFuzz::new);
    KINDS.put("specs", SpecFuzz::new);
    KINDS.put("tables", TableFuzz::new);
    KINDS.put("fits", FitFuzz::new);
  }

  @Override
  public String name() {
    return "fuzz";
  }

  @Override
  public Set<String> ownOptions() {
    return Set.of("--minutes", "--seed", "--kind", "--count");
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.refuseInducing();
    String only = options.own("--kind", "");
    if (!only.isEmpty() && !KINDS.containsKey(only)) {
      throw new IllegalArgumentException(
          "--kind: expected one of " + KINDS.keySet() + " but got " + only);
    }
    long seed = options.own("--seed", SEED);
    long count = options.own("--count", Long.MAX_VALUE);
    long minutes = options.own("--minutes", 1L);
    List<String> kinds = only.isEmpty() ? List.copyOf(KINDS.keySet()) : List.of(only);
    List<String> lines = new ArrayList<>(List.of(ReliabilityPage.HEADER));
    List<FuzzLoop.Finding> findings = new ArrayList<>();
    for (String kind : kinds) {
      long end = System.nanoTime() + 60_000_000_000L * minutes / kinds.size();
      FuzzLoop.Counts counts = run(kind, seed, count, () -> System.nanoTime() < end);
      findings.addAll(counts.findings());
      lines.add(
          String.join(
              ",",
              kind,
              Long.toString(seed),
              Long.toString(counts.cases()),
              Long.toString(counts.accepted()),
              Long.toString(counts.refused()),
              Integer.toString(counts.findings().size()),
              Double.toString(60.0 * minutes / kinds.size()),
              System.getProperty("tgp4j.commit", "unknown")));
      System.out.println(lines.get(lines.size() - 1));
    }
    if (only.isEmpty() && count == Long.MAX_VALUE) { // a run that says something about all kinds
      Files.createDirectories(options.results());
      Files.write(options.results().resolve("fuzz.csv"), lines);
      ReliabilityPage.write(options.results());
    }
    if (!findings.isEmpty()) {
      throw new IllegalArgumentException(findings.size() + " findings:\n" + listed(findings));
    }
  }

  private static FuzzLoop.Counts run(String kind, long seed, long count, BooleanSupplier time) {
    long[] done = {0};
    try (FuzzTarget target = KINDS.get(kind).get()) {
      return new FuzzLoop(target, SECONDS_PER_CASE)
          .run(seed, () -> done[0]++ < count && time.getAsBoolean(), System.out::println);
    }
  }

  private static String listed(List<FuzzLoop.Finding> findings) {
    StringBuilder text = new StringBuilder();
    findings.forEach(each -> text.append("  ").append(each).append('\n'));
    return text.toString();
  }
}
