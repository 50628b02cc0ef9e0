package io.github.tgp4j.cli;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.cli.table.ReadOptions;
import io.github.tgp4j.data.TableReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tgp fit}: a table becomes a model file. */
@Command(
    name = "fit",
    description = {
      "Fit a model to a table and write it to a file.",
      "",
      "Without --model, tgp looks at the target, tries several models on part of the rows, and"
          + " blends those that predict the held-out rows best; --quality says how much time to"
          + " spend. They are then fitted to all rows.",
      ""
    })
final class FitCommand implements Callable<Integer> {
  private static final int HELP_WIDTH = 79; // of a line of the help

  @Mixin private TableOptions table = new TableOptions();

  @Parameters(index = "0", arity = "0..1", paramLabel = "DATA", description = TableOptions.DATA)
  void setData(Path file) {
    table.file(file);
  }

  @Mixin private TargetOptions columns = new TargetOptions();

  @Option(
      names = "--model",
      paramLabel = "NAME",
      defaultValue = "auto",
      converter = ModelKindConverter.class,
      description = "One of the models below (default: auto).")
  private ModelKind kind;

  @Mixin private ModelOptions options = new ModelOptions();

  @Mixin private SettingsOptions kept = new SettingsOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The model file (default: the table's name with .tgp).")
  private Path out;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Also write a report, one HTML page.")
  private Path report;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "Where to save the state of a long fit (default: OUT.checkpoint).")
  private Path checkpointFile;

  @Option(
      names = "--resume",
      description = "Go on from the checkpoint of an interrupted fit, to the same model.")
  private boolean resume;

  @Option(
      names = "--calibrate",
      description =
          "Set a fifth of the rows aside and adjust the quantiles on them, so that 95%% of new rows"
              + " lie inside the 95%% interval even if the model is wrong; intervals are infinite"
              + " where too few rows are set aside. For targets that are numbers.")
  private boolean calibrate;

  @Option(
      names = "--validate",
      paramLabel = "HOW",
      description =
          "Which rows are held out to choose and to score: random (default); time, the latest, as"
              + " for forecasts; time=COLUMN; or group=COLUMN, all rows of some groups, such as new"
              + " customers.")
  private String validate;

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description =
          "Fit on Apache Spark, by the spark-submit of SPARK_HOME or the PATH: local[4], yarn,"
              + " spark://HOST:7077, k8s://… DATA is a directory or file of Parquet or CSV that the"
              + " cluster can read; docs/spark.md says which options it takes.")
  private String spark;

  @Option(names = "--force", description = "Write over existing files.")
  private boolean force;

  @Option(names = "--json", description = "Print the outcome as JSON.")
  private boolean json;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** A fit as the options say, of a table that may come from elsewhere. */
  AutoFit autoFit(Supplier<? extends TableReader> open, TargetOptions chosen) {
    options.check(List.of(kind));
    AutoFit fit =
        AutoFit.of(open)
            .columns(chosen::choose)
            .settings(options.settings(kind))
            .calibrate(calibrate);
    return validate == null ? fit : fit.validate(validate);
  }

  /** How a file is read. */
  ReadOptions readOptions() {
    return table.options();
  }

  @Override
  public Integer call() {
    if (spark != null) {
      return SparkSubmit.here()
          .run(spark, withoutSpark(spec.commandLine().getParseResult().originalArgs()));
    }
    options.check(List.of(kind));
    kept.save(spec.commandLine(), force);
    Path to = out != null ? out : table.besides(".tgp");
    OutputFiles.check(to, force);
    if (report != null) {
      ModelReport.checkName(report);
      OutputFiles.check(report, force);
    }
    Path file = checkpointFile != null ? checkpointFile : Path.of(to + ".checkpoint");
    if (!resume && !force) {
      FitCheckpoint.refuseToDiscard(file);
    }
    PrintWriter err = spec.commandLine().getErr();
    AutoFit fit = autoFit(table::open, columns).withBaseline(report != null);
    try (Interrupt interrupt = new Interrupt();
        ProgressLine progress = ProgressLine.on(err);
        TrainingTable rows = fit.read()) {
      rows.notes().forEach(note -> err.println(Terminal.plain("note: " + note)));
      fit.data(table.name(), table.fingerprint());
      FitCheckpoint checkpoint =
          FitCheckpoint.open(file, fit.describe(rows), resume, interrupt::isAsked)
              .warnings(text -> err.println("warning: " + text));
      fit.journal(checkpoint).listener(new ProgressShown(progress)).cancelWhen(interrupt::isAsked);
      progress.restart(); // reading the table is no part of it, nor of a time limit
      FitOutcome outcome = run(fit, rows, checkpoint);
      progress.close();
      Path free = OutputFiles.free(to, force);
      if (!free.equals(to)) {
        err.println("warning: " + to + " was written by another process since; this is " + free);
      }
      OutputFiles.write(free, outcome.saved());
      if (report != null) {
        writeReport(rows, outcome);
      }
      checkpoint.delete();
      HeldOutWarnings.warnings(rows.targets(), outcome)
          .forEach(text -> err.println(Terminal.plain("warning: " + text)));
      FitSummary summary = new FitSummary(rows, outcome, free, report);
      PrintWriter print = spec.commandLine().getOut();
      print.print(json ? summary.json() : Terminal.plain(summary.text()));
      print.flush();
      return CommandLine.ExitCode.OK;
    }
  }

  /** The arguments as they were given, but for --spark and its value. */
  static List<String> withoutSpark(List<String> arguments) {
    List<String> given = new ArrayList<>(arguments);
    if (!given.isEmpty() && given.get(0).equals("fit")) {
      given.remove(0);
    }
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).equals("--spark")) {
        given.subList(i, i + 2).clear();
        break;
      }
      if (given.get(i).startsWith("--spark=")) {
        given.remove(i);
        break;
      }
    }
    return given;
  }

  private static FitOutcome run(AutoFit fit, TrainingTable rows, FitCheckpoint checkpoint) {
    try {
      return fit.run(rows);
    } catch (CancellationException e) {
      throw new InterruptedFitException(
          checkpoint.isWritten()
              ? "Interrupted. Saved "
                  + checkpoint.file()
                  + "; the same command with --resume goes on from there."
              : "Interrupted. Nothing was saved.");
    }
  }

  private void writeReport(TrainingTable rows, FitOutcome outcome) {
    ModelReport.write(report, outcome.saved(), null, ModelReport.ofFit(rows, outcome));
  }

  /** The models and some examples, for the help. */
  static String[] footer() {
    List<String> lines = new ArrayList<>(List.of("", "Models:"));
    for (ModelKind kind : ModelKind.values()) {
      lines.addAll(listed(kind.text(), kind.title() + ": " + kind.meaning()));
    }
    lines.add("");
    lines.add("Examples:");
    lines.add("  tgp fit houses.csv --target price");
    lines.add("  tgp fit rain.parquet --target mm --model vwgp --report rain.html");
    lines.add("  tgp fit flights.csv.gz --target delay --time-limit 2m --out delay.tgp");
    lines.add("  tgp fit --spark yarn hdfs:///trips --target minutes --out trips.tgp");
    lines.add("  tgp fit --sql \"select * from 'a.csv' join 'b.csv' using (id)\" --target y");
    return lines.toArray(String[]::new);
  }

  /** A name and its meaning, the lines of which begin below one another. */
  private static List<String> listed(String name, String meaning) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-16s", name));
    for (String word : meaning.split(" ")) {
      if (line.length() + 1 + word.length() > HELP_WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(20));
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** Names with dashes. */
  static final class ModelKindConverter implements CommandLine.ITypeConverter<ModelKind> {
    @Override
    public ModelKind convert(String text) {
      try {
        return ModelKind.of(text);
      } catch (IllegalArgumentException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }
}
