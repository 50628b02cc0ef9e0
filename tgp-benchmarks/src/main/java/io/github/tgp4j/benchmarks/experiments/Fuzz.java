package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.fuzz.FitFuzz;
import io.github.tgp4j.benchmarks.fuzz.FullDiskFuzz;
import io.github.tgp4j.benchmarks.fuzz.FuzzLoop;
import io.github.tgp4j.benchmarks.fuzz.FuzzTarget;
import io.github.tgp4j.benchmarks.fuzz.KillFuzz;
import io.github.tgp4j.benchmarks.fuzz.ModelFileFuzz;
import io.github.tgp4j.benchmarks.fuzz.RequestFuzz;
import io.github.tgp4j.benchmarks.fuzz.SpecFuzz;
import io.github.tgp4j.benchmarks.fuzz.TableFuzz;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * {@code ./bench fuzz}: generated model files, texts, tables, fits and requests, and commands that
 * are killed or meet a full disk, for as long as wanted. Kinds take turns, on as many threads as
 * asked for. After each turn, how many cases there were goes to docs/results/fuzz.csv, and in the
 * end to the page docs/reliability.md. Fails with the seeds of what was found.
 */
final class Fuzz implements Experiment {
  private static final long SEED = 1_000_000;
  private static final int TURNS = 8; // of each kind
  private static final Map<String, Supplier<FuzzTarget>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("model-files", ModelFileFuzz::new);
    KINDS.put("specs", SpecFuzz::new);
    KINDS.put("tables", TableFuzz::new);
    KINDS.put("fits", FitFuzz::new);
    KINDS.put("kills", KillFuzz::new);
    KINDS.put("full-disk", FullDiskFuzz::new);
    KINDS.put("requests", RequestFuzz::new);
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
    long minutes = options.own("--minutes", count == Long.MAX_VALUE ? 1L : 600L);
    boolean counted = only.isEmpty() && count == Long.MAX_VALUE; // says something about all kinds
    FuzzRun run =
        new FuzzRun(
            seed,
            count,
            60.0 * minutes,
            counted ? options.results() : null,
            Provenance.now(options.threads(), "")); // seed and commit make the cases
    List<FuzzLoop.Finding> findings = new ArrayList<>();
    run.start(
        only.isEmpty() ? KINDS : Map.of(only, KINDS.get(only)), TURNS, options.threads(), findings);
    if (counted) {
      ReliabilityPage.write(options.results());
    }
    if (!findings.isEmpty()) {
      throw new IllegalArgumentException(findings.size() + " findings:\n" + listed(findings));
    }
  }

  private static String listed(List<FuzzLoop.Finding> findings) {
    StringBuilder text = new StringBuilder();
    findings.forEach(each -> text.append("  ").append(each).append('\n'));
    return text.toString();
  }
}
