package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.TableException;
import io.github.tgp4j.cli.table.TableWriter;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.text.Names;
import java.io.PrintWriter;
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
      "Without --out, writes CSV to standard output. Memory does not depend on the number of rows.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  tgp predict houses.tgp new.csv --out predictions.csv --keep id --quantiles 0.1,0.9",
      "  cat new.csv | tgp predict houses.tgp - | head"
    })
final class PredictCommand implements Callable<Integer> {
  private static final double[] QUANTILES = {0.05, 0.5, 0.95};

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model file of tgp fit.")
  private Path model;

  @Mixin private TableOptions table = new TableOptions();

  @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", description = TableOptions.DATA)
  void setData(Path file) {
    table.file(file);
  }

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Where to: .csv, .csv.gz, .parquet or .jsonl (default: standard output, as CSV).")
  private Path out;

  @Option(
      names = "--quantiles",
      paramLabel = "P",
      split = ",",
      description = "Quantile levels (default: 0.05,0.5,0.95).")
  private double[] quantiles;

  @Option(
      names = "--samples",
      paramLabel = "K",
      defaultValue = "0",
      description = "Random draws from the prediction of each row (default: 0).")
  private int samples;

  @Option(
      names = "--keep",
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns of DATA to copy into the result.")
  private List<String> keep = List.of();

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the draws (default: 1).")
  private long seed;

  @Option(
      names = "--digits",
      paramLabel = "N",
      description =
          "Significant digits of predicted numbers, such as 4 (default: as many as it takes to read"
              + " the same number back).")
  private Integer digits;

  @Mixin private PredictionDevice device = new PredictionDevice();

  @Option(names = "--force", description = "Write over an existing file.")
  private boolean force;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    check();
    PrintWriter err = spec.commandLine().getErr();
    SavedModel saved = ModelFile.read(model).requireTable().withDevice(device.name);
    sayWhatIsIgnored(saved, err);
    ModelWarnings warnings = new ModelWarnings(saved, table);
    StandardOutput stream = out == null ? new StandardOutput(spec.commandLine().getOut()) : null;
    long begin = System.nanoTime();
    long rows;
    try (ProgressLine line = ProgressLine.on(err);
        TableReader reader = table.open();
        KeptColumns kept = kept(reader)) {
      saved.encoder().requireInputs(reader.columns()); // before anything is written
      PredictionColumns columns =
          new PredictionColumns(
              saved, quantiles == null ? QUANTILES : quantiles, samples, seed, kept);
      if (digits != null) {
        columns.round(digits);
      }
      RowProgress progress = new RowProgress(line, "predicting", table);
      try (TableWriter writer =
          out == null
              ? TableWriter.to(stream, columns.columns())
              : TableWriter.create(out, columns.columns(), force)) {
        predict(reader, columns, writer, warnings, progress);
        writer.finish();
      }
      rows = progress.rows();
    } catch (TableException e) {
      if (stream != null && stream.isClosed()) {
        return CommandLine.ExitCode.OK; // whoever reads it has enough
      }
      throw e;
    }
    warnings.print(err);
    double seconds = (System.nanoTime() - begin) / 1e9;
    err.printf(
        Locale.ROOT,
        "%,d row%s predicted in %s%s%s%n",
        rows,
        rows == 1 ? "" : "s",
        ProgressLine.time(seconds),
        rows < 1000 ? "" : String.format(Locale.ROOT, " (%,.0f rows/s)", rows / seconds),
        out == null ? "" : ", written to " + out);
    return CommandLine.ExitCode.OK;
  }

  /** One chunk is read and another written while a third is predicted. */
  private static void predict(
      TableReader reader,
      PredictionColumns columns,
      TableWriter writer,
      ModelWarnings warnings,
      RowProgress progress)
      throws InterruptedException {
    ExecutorService side = Executors.newFixedThreadPool(2, PredictCommand::daemon);
    try {
      Future<?> writing = null;
      Future<Chunk> reading = side.submit(reader::next);
      for (Chunk chunk = get(reading); chunk != null; chunk = get(reading)) {
        reading = side.submit(reader::next);
        int count = chunk.rows();
        List<Object> predicted = columns.predict(chunk);
        warnings.add(chunk);
        if (writing != null) {
          get(writing);
        }
        writing = side.submit(() -> writer.write(count, predicted));
        progress.add(count);
      }
      if (writing != null) {
        get(writing);
      }
    } finally {
      side.shutdownNow();
    }
  }

  private void sayWhatIsIgnored(SavedModel saved, PrintWriter err) {
    for (TargetEncoder target : saved.targets()) {
      if (quantiles != null && target.isClasses()) {
        err.println(
            "warning: --quantiles says nothing about "
                + target.name()
                + ", which has classes: the probability of each is written instead");
      }
    }
  }

  private void check() {
    for (double level : quantiles == null ? QUANTILES : quantiles) {
      if (!(level > 0 && level < 1)) {
        throw new UserException("--quantiles: expected levels between 0 and 1 but got " + level);
      }
    }
    if (samples < 0 || samples > 100_000) {
      throw new UserException("--samples: expected 0 to 100000 but got " + samples);
    }
    if (digits != null && !(digits >= 1 && digits <= 17)) {
      throw new UserException("--digits: expected 1 to 17 but got " + digits);
    }
    if (out != null && out.toString().equals("-")) {
      out = null;
    }
    if (out != null) {
      OutputFiles.check(out, force);
    }
  }

  private KeptColumns kept(TableReader reader) {
    List<String> names = reader.columns().stream().map(Column::name).toList();
    List<Column> columns = new ArrayList<>();
    for (String name : keep) {
      if (!names.contains(name)) {
        throw new UserException("--keep: " + Names.unknown("column", name, names));
      }
      columns.add(reader.columns().get(names.indexOf(name)));
    }
    if (columns.isEmpty()) {
      return KeptColumns.none();
    }
    boolean csv =
        out == null || out.getFileName().toString().matches("(?i).*\\.(csv|tsv|txt)(\\.gz)?");
    return new KeptColumns(columns, table.openAsText(), !csv);
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
