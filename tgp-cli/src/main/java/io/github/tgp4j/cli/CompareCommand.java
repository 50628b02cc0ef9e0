package io.github.tgp4j.cli;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ColumnChoice;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.auto.Validation;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetLearner;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.Part;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tgp compare}: several models on the same splits, and a leaderboard. */
@Command(
    name = "compare",
    description = {
      "Fit several models on the same training rows and score them on the same test rows.",
      "The row “no inputs” is the same forecast for every row, whatever its inputs: what a model"
          + " must beat.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  tgp compare houses.csv --target price --models svgp,tgp,ba-tgp --folds 5",
      "  tgp compare boston.csv --target MEDV --models svgp,tgp --splits tests.txt",
      "",
      "A splits file has one split per line: the numbers of its test rows, from 0, separated by"
          + " spaces; lines that start with # are comments."
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin private TableOptions table = new TableOptions();

  @Parameters(index = "0", arity = "0..1", paramLabel = "DATA", description = TableOptions.DATA)
  void setData(Path file) {
    table.file(file);
  }

  @Mixin private TargetOptions columns = new TargetOptions();

  @Option(
      names = "--models",
      paramLabel = "NAME",
      split = ",",
      converter = FitCommand.ModelKindConverter.class,
      defaultValue = "svgp,tgp,ba-tgp",
      description = "Models to compare, as for fit --model (default: svgp,tgp,ba-tgp).")
  private List<ModelKind> models;

  @Mixin private SplitOptions splitChoice = new SplitOptions();

  @Mixin private ModelOptions options = new ModelOptions();

  @Mixin private SettingsOptions kept = new SettingsOptions();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write every row of results, as they come.")
  private Path json;

  @Option(
      names = "--resume",
      description =
          "Keep the results that FILE of --json already has, of the same data and settings.")
  private boolean resume;

  @Option(names = "--force", description = "Write over existing files.")
  private boolean force;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    options.check(models);
    kept.save(spec.commandLine(), force);
    if (resume && json == null) {
      throw new UserException("--resume: name the file of results with --json");
    }
    if (json != null) {
      OutputFiles.check(json, force || resume);
    }
    PrintWriter err = spec.commandLine().getErr();
    List<String> notes = new ArrayList<>();
    Table all;
    try (TableReader reader = table.open()) {
      all = Table.of(reader);
      notes.addAll(reader.notes());
    }
    ColumnChoice choice = check(all, notes);
    Map<Integer, Part> splits = splitChoice.of(all, choice.inputs(), options.seed);
    if (splitChoice.validate() == null) {
      Validation.hint(choice.inputs()).ifPresent(notes::add);
    }
    String fingerprint = json == null ? "" : table.fingerprint();
    Function<ModelKind, Map<String, String>> made = kind -> settings(kind, choice, fingerprint);
    notes.forEach(note -> err.println(Terminal.plain("note: " + note)));
    List<Leaderboard.Row> rows =
        resume && Files.exists(json) ? new KeptResults(json, made).read() : new ArrayList<>();
    try (Interrupt interrupt = new Interrupt();
        ProgressLine progress = ProgressLine.on(err)) {
      for (Map.Entry<Integer, Part> split : splits.entrySet()) {
        for (ModelKind kind : contestants()) {
          if (isDone(rows, kind, split.getKey())) {
            continue;
          }
          progress.begin("split " + split.getKey() + ", " + kind.text());
          rows.add(runOrFail(all, kind, split, progress, interrupt).with(made.apply(kind)));
          progress.close();
          say(rows.get(rows.size() - 1), err);
          if (json != null) {
            OutputFiles.write(json, Json.text(rows) + "\n");
          }
        }
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(Terminal.plain(Leaderboard.table(rows)));
    out.flush();
    boolean any =
        rows.stream().anyMatch(r -> !r.isFailed() && !r.model().equals(ModelKind.CONSTANT.text()));
    return any || models.equals(List.of(ModelKind.CONSTANT))
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.USAGE;
  }

  private static void say(Leaderboard.Row row, PrintWriter err) {
    if (row.isFailed()) {
      err.printf(
          Locale.ROOT,
          "split %d  %-8s failed: %s%n",
          row.split(),
          row.model(),
          Terminal.plain(row.failure()));
      return;
    }
    err.printf(
        Locale.ROOT,
        "split %d  %-8s %s, NLL %.4f  %s%n",
        row.split(),
        row.model(),
        row.accuracy() != null
            ? "accuracy " + Scores.percent(row.accuracy())
            : "typical error " + Scores.text(row.mae()),
        row.nll(),
        ProgressLine.time(row.fitSeconds() + row.predictSeconds()));
  }

  /**
   * What is wrong with the columns is wrong for all models: says so before the first fit. Gives
   * which columns are what.
   */
  private ColumnChoice check(Table all, List<String> notes) {
    ColumnChoice choice = columns.choose(all.columns());
    if (choice.targets().size() > 1) {
      throw new UserException("--target: compare takes one target, got " + choice.targets().size());
    }
    Encoder.Learner inputs = Encoder.learner(choice.inputs());
    inputs.add(all.all());
    notes.addAll(inputs.finish().notes());
    TargetLearner target =
        new TargetLearner(choice.targets().get(0), options.settings(ModelKind.SVGP).targetKind());
    target.add(all.all());
    notes.addAll(target.finish().notes());
    return choice;
  }

  /** One model on one split; where it cannot be fitted, the others still can. */
  private Leaderboard.Row runOrFail(
      Table all,
      ModelKind kind,
      Map.Entry<Integer, Part> split,
      ProgressLine progress,
      Interrupt interrupt) {
    try {
      return run(all, kind, split.getKey(), split.getValue(), progress, interrupt);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Leaderboard.Row.failed(table.name(), kind.text(), split.getKey(), e.getMessage());
    }
  }

  /** What was asked for, and the forecast that takes no inputs, which all must beat. */
  private List<ModelKind> contestants() {
    List<ModelKind> all = new ArrayList<>(models);
    if (!all.contains(ModelKind.CONSTANT)) {
      all.add(ModelKind.CONSTANT);
    }
    return all;
  }

  private static boolean isDone(List<Leaderboard.Row> rows, ModelKind kind, int split) {
    return rows.stream().anyMatch(row -> row.split() == split && row.model().equals(kind.text()));
  }

  /** What decides the results of a model. */
  private Map<String, String> settings(ModelKind kind, ColumnChoice choice, String fingerprint) {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("data", table.name());
    out.put("fingerprint", fingerprint);
    out.put("target", choice.targets().get(0).name());
    out.put("inputs", String.join(",", choice.inputs().stream().map(Column::name).toList()));
    out.putAll(splitChoice.asText());
    out.putAll(options.settings(kind).asText());
    return out;
  }

  private Leaderboard.Row run(
      Table all, ModelKind kind, int split, Part part, ProgressLine progress, Interrupt interrupt) {
    Chunk held = all.select(part.held()).all();
    Table train = all.select(part.train());
    AutoFit fit =
        AutoFit.of(train)
            .columns(columns::choose)
            .settings(options.settings(kind))
            .withScores(false)
            .listener(new ProgressShown(progress))
            .cancelWhen(interrupt::isAsked);
    if (splitChoice.validate() != null) {
      fit.validate(splitChoice.validate());
    }
    try (TrainingTable rows = fit.read()) {
      FitOutcome outcome = fit.run(rows);
      return score(new Contest(table.name(), split, held), kind, rows, outcome);
    } catch (CancellationException e) {
      throw new InterruptedFitException("Interrupted; the results so far are kept.");
    }
  }

  /** The rows that models are scored on. */
  record Contest(String data, int split, Chunk held) {}

  /** Scores a fitted model on rows it has not seen. */
  static Leaderboard.Row score(
      Contest contest, ModelKind kind, TrainingTable rows, FitOutcome outcome) {
    TargetEncoder target = rows.targets().get(0).encoder();
    Model model = outcome.saved().model();
    double[] given = target.encode(contest.held());
    int[] known = IntStream.range(0, given.length).filter(i -> !Double.isNaN(given[i])).toArray();
    if (known.length == 0) {
      throw new IllegalArgumentException(
          "target " + target.name() + ": missing in all " + given.length + " test rows");
    }
    double[] y = Arrays.stream(known).mapToDouble(i -> given[i]).toArray();
    Matrix x = rows.encoder().encode(contest.held()).selectRows(known);
    long begin = System.nanoTime();
    Prediction prediction = model.predict(x);
    prediction.logDensity(y);
    if (!target.isClasses()) {
      prediction.mean();
    }
    double predictSeconds = (System.nanoTime() - begin) / 1e9;
    Scores scores = new Scores(target.isClasses());
    scores.add(prediction, y, model.likelihood(0));
    return new Leaderboard.Row(
        contest.data(),
        kind.text(),
        contest.split(),
        rows.rows().rows(),
        y.length,
        scores.nll(),
        finite(scores.rmse()),
        finite(scores.mae()),
        finite(scores.r2()),
        finite(scores.crps()),
        finite(scores.coverage95()),
        finite(scores.accuracy()),
        outcome.seconds(),
        predictSeconds,
        model.trainingResult().steps(),
        outcome.describe(),
        null,
        null);
  }

  private static Double finite(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
