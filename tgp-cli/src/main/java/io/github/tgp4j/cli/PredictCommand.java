package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.TableWriter;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.text.Names;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tgp predict}: a table of inputs becomes a table of distributions. */
@Command(
    name = "predict",
    description = {
      "Predict the target for every row of a table: mean, standard deviation, quantiles, draws; for"
          + " classes the most probable one and all probabilities.",
      "",
      "Streams: memory does not depend on the number of rows.",
      ""
    },
    footer = {
      "",
      "Example: tgp predict houses.tgp new.csv --out predictions.csv --keep id --quantiles 0.1,0.9"
    })
final class PredictCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A model file of tgp fit.")
  private Path model;

  @Mixin private TableOptions table = new TableOptions();

  @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", description = TableOptions.DATA)
  void setData(Path file) {
    table.file(file);
  }

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "Where to: .csv, .csv.gz, .parquet or .jsonl.")
  private Path out;

  @Option(
      names = "--quantiles",
      paramLabel = "P",
      split = ",",
      defaultValue = "0.05,0.5,0.95",
      description = "Quantile levels (default: 0.05,0.5,0.95).")
  private double[] quantiles;

  @Option(
      names = "--samples",
      paramLabel = "K",
      defaultValue = "0",
      description = "Draws per row (default: 0).")
  private int samples;

  @Option(
      names = "--keep",
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns of DATA to copy into the result.")
  private List<String> keep = List.of();

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of draws.")
  private long seed;

  @Option(names = "--force", description = "Write over an existing file.")
  private boolean force;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    check();
    SavedModel saved = ModelFile.read(model).requireTable();
    long begin = System.nanoTime();
    long rows = 0;
    ExecutorService side = Executors.newFixedThreadPool(2, PredictCommand::daemon);
    try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
        TableReader reader = table.open()) {
      PredictionColumns columns =
          new PredictionColumns(saved, quantiles, samples, seed, kept(reader));
      try (TableWriter writer = TableWriter.create(out, columns.columns(), force)) {
        // one chunk is read and another written while a third is predicted
        Future<?> writing = null;
        Future<Chunk> reading = side.submit(reader::next);
        for (Chunk chunk = get(reading); chunk != null; chunk = get(reading)) {
          reading = side.submit(reader::next);
          int count = chunk.rows();
          List<Object> predicted = columns.predict(chunk);
          if (writing != null) {
            get(writing);
          }
          writing = side.submit(() -> writer.write(count, predicted));
          rows += chunk.rows();
          if (progress.isDue()) {
            progress.show("predicting", Double.NaN, String.format(Locale.ROOT, "%,d rows", rows));
          }
        }
        if (writing != null) {
          get(writing);
        }
        writer.finish();
      }
    } finally {
      side.shutdownNow();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    spec.commandLine()
        .getErr()
        .printf(
            Locale.ROOT,
            "%,d rows predicted in %s (%,.0f rows/s), written to %s%n",
            rows,
            ProgressLine.time(seconds),
            rows / seconds,
            out);
    return CommandLine.ExitCode.OK;
  }

  private void check() {
    for (double level : quantiles) {
      if (!(level > 0 && level < 1)) {
        throw new UserException("--quantiles: expected levels between 0 and 1 but got " + level);
      }
    }
    if (samples < 0 || samples > 100_000) {
      throw new UserException("--samples: expected 0 to 100000 but got " + samples);
    }
    OutputFiles.check(out, force);
  }

  private List<Column> kept(TableReader reader) {
    List<String> names = reader.columns().stream().map(Column::name).toList();
    List<Column> out = new ArrayList<>();
    for (String name : keep) {
      if (!names.contains(name)) {
        throw new UserException("--keep: " + Names.unknown("column", name, names));
      }
      out.add(reader.columns().get(names.indexOf(name)));
    }
    return out;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "tgp-table");
    thread.setDaemon(true);
    return thread;
  }

  private static <T> T get(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
