package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.benchmarks.nasty.NastyCheck;
import io.github.tgp4j.benchmarks.nasty.NastyResult;
import io.github.tgp4j.benchmarks.nasty.NastyTable;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * {@code ./bench nasty}: generated tables with outliers, ties, rare levels and the like, fitted
 * from end to end. Fails if a fit fails, predicts what is not a number, or is worse than the best
 * constant forecast by more than a standard error on fresh rows.
 */
final class Nasty implements Experiment {
  private static final long COUNT = 300;
  private static final long SEED = 1;

  @Override
  public String name() {
    return "nasty";
  }

  @Override
  public Set<String> ownOptions() {
    return Set.of("--count", "--seed", "--quality", "--time-limit");
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.refuseInducing();
    Quality quality = Quality.of(options.own("--quality", Quality.FAST.text()));
    long limit = options.own("--time-limit", 0L);
    NastyCheck check =
        new NastyCheck(
            fit -> {
              fit.quality(quality).threads(options.threads());
              return limit > 0 ? fit.timeLimit(Duration.ofSeconds(limit)) : fit;
            });
    Files.createDirectories(options.results());
    Path file = options.results().resolve("nasty.csv");
    Files.writeString(file, NastyPage.HEADER + "\n");
    List<NastyResult> offenders = new ArrayList<>();
    long first = options.own("--seed", SEED);
    long count = options.own("--count", COUNT);
    for (long seed = first; seed < first + count; seed++) {
      Provenance made = Provenance.now(options.threads(), ""); // seed and commit make the table
      NastyResult result = check.run(NastyTable.of(seed));
      String line = result.line() + "," + made.line();
      Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
      System.out.println(line);
      if (result.isOffender()) {
        offenders.add(result);
      }
    }
    System.out.println(count + " tables, " + offenders.size() + " offenders");
    if (!offenders.isEmpty()) {
      throw new IllegalArgumentException(describe(offenders, quality));
    }
  }

  private static String describe(List<NastyResult> offenders, Quality quality) {
    StringBuilder out = new StringBuilder("nasty tables that auto does not cope with:");
    for (NastyResult result : offenders) {
      out.append("\n  ./bench nasty --count 1 --seed ")
          .append(result.table().seed())
          .append(" --quality ")
          .append(quality.text())
          .append("   # ")
          .append(result.table().theme().text())
          .append(": ")
          .append(result.offence());
    }
    return out.toString();
  }
}
