package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.benchmarks.fuzz.ScratchDirectory;
import io.github.tgp4j.benchmarks.people.Command;
import io.github.tgp4j.benchmarks.people.FirstScreen;
import io.github.tgp4j.benchmarks.people.TenTables;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code ./bench people}: ten tables as people have them through {@code tgp fit --report}, and
 * whether the first screen of the page is true on fresh rows. A row per table goes to
 * docs/results/people.csv as it comes, and the page people.md is made of them.
 */
final class People implements Experiment {
  private static final long ROWS = 400;
  private static final int FRESH = 2000;
  private static final double LEAST_RATIO = 0.6;

  @Override
  public String name() {
    return "people";
  }

  @Override
  public Set<String> ownOptions() {
    return Set.of("--quality", "--rows", "--seed");
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.refuseInducing();
    options.checkData(Arrays.stream(TenTables.values()).map(People::lowerCase).toList());
    Quality quality = Quality.of(options.own("--quality", Quality.GOOD.text()));
    long rows = options.own("--rows", ROWS);
    long seed = options.own("--seed", 1L);
    PeoplePage page = new PeoplePage(options.results());
    List<String> wrong = new ArrayList<>();
    for (TenTables table : TenTables.values()) {
      String name = lowerCase(table);
      if (!options.wantsData(name) || options.resume() && page.has(name, quality.text())) {
        continue;
      }
      PeoplePage.Row row = one(table, name, quality, (int) rows, seed, options.threads());
      System.out.println(row.toCsv());
      page.put(row);
      if (!row.wrong().isEmpty()) {
        wrong.add(name + ": " + row.wrong());
      }
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException("not true: " + String.join("; ", wrong));
    }
  }

  private static String lowerCase(TenTables table) {
    return table.name().toLowerCase(Locale.ROOT);
  }

  private static PeoplePage.Row one(
      TenTables table, String name, Quality quality, int rows, long seed, int threads)
      throws IOException {
    ScratchDirectory scratch = new ScratchDirectory("people");
    try {
      Path data = Files.writeString(scratch.file(name + ".csv"), table.csv(rows, seed));
      Path fresh = Files.writeString(scratch.file("fresh.csv"), table.csv(FRESH, seed + 1));
      Path model = scratch.file("m.tgp");
      Path html = scratch.file("r.html");
      Provenance made = Provenance.now(threads, "");
      long begin = System.nanoTime();
      run(
          "fit",
          data,
          "--target",
          table.target,
          "--out",
          model,
          "--report",
          html,
          "--quality",
          quality.text(),
          "--threads",
          threads,
          "--seed",
          seed);
      double seconds = (System.nanoTime() - begin) / 1e9;
      FirstScreen screen =
          FirstScreen.of(Files.readString(html), run("evaluate", model, fresh).out());
      return new PeoplePage.Row(
          name,
          rows,
          quality.text(),
          screen.answer(),
          screen.values(),
          String.join("; ", screen.faults(table, LEAST_RATIO)),
          seconds,
          made);
    } finally {
      scratch.delete();
    }
  }

  private static Command run(Object... args) {
    Command ran = Command.run(args);
    if (ran.code() != 0) {
      throw new IllegalArgumentException("tgp " + args[0] + " failed: " + ran.err());
    }
    return ran;
  }
}
