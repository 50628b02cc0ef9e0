package io.github.tgp4j.cli;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.cli.table.Tables;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tgp demo}: the whole way from a table to a report, on data that it makes itself. */
@Command(
    name = "demo",
    description = {
      "Make a data set of deliveries (minutes: never negative, skewed), compare a plain GP with"
          + " transformed ones on it, and write data, model and report.",
      ""
    })
final class DemoCommand implements Callable<Integer> {
  private static final int TRAINING_ROWS = 1500;
  private static final int TEST_ROWS = 500;
  private static final List<ModelKind> MODELS =
      List.of(ModelKind.SVGP, ModelKind.TGP, ModelKind.VWGP, ModelKind.BA_TGP);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "tgp-demo",
      description = "Directory for the files (default: tgp-demo).")
  private Path directory;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed.")
  private long seed;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private record Contender(FitOutcome outcome, Leaderboard.Row row) {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Path training = directory.resolve("deliveries.csv");
    Path test = directory.resolve("deliveries-new.csv");
    Files.createDirectories(directory);
    OutputFiles.write(training, DemoData.HEADER + "\n" + DemoData.lines(TRAINING_ROWS, seed));
    OutputFiles.write(test, DemoData.HEADER + "\n" + DemoData.lines(TEST_ROWS, ~seed));
    out.printf(
        Locale.ROOT,
        "%,d made-up deliveries in %s, %,d more in %s. How long will those take?%n%n",
        TRAINING_ROWS,
        training,
        TEST_ROWS,
        test);
    out.flush();
    try (Interrupt interrupt = new Interrupt();
        ProgressLine progress = ProgressLine.on(spec.commandLine().getErr())) {
      AutoFit fit =
          AutoFit.of(() -> Tables.open(training), "minutes")
              .seed(seed)
              .withScores(false)
              .data("deliveries.csv", "made by tgp demo")
              .listener(new ProgressShown(progress))
              .cancelWhen(interrupt::isAsked);
      try (TrainingTable table = fit.read()) {
        Table held = read(test);
        CompareCommand.Contest contest = new CompareCommand.Contest("deliveries", 1, held.all());
        List<Contender> contenders = new ArrayList<>();
        for (ModelKind kind : MODELS) {
          progress.begin(kind.text());
          FitOutcome outcome = fit.model(kind).run(table);
          contenders.add(
              new Contender(outcome, CompareCommand.score(contest, kind, table, outcome)));
        }
        progress.close();
        out.print(Leaderboard.table(contenders.stream().map(Contender::row).toList()));
        finish(table, contenders, held);
      }
    } catch (CancellationException e) {
      throw new InterruptedFitException("Interrupted; no model was written.");
    }
    return CommandLine.ExitCode.OK;
  }

  private static Table read(Path file) {
    try (DuckTable reader = Tables.open(file)) {
      return Table.of(reader);
    }
  }

  private static long belowZero(Contender contender, TrainingTable table, Table held) {
    double[] lower =
        contender
            .outcome()
            .saved()
            .model()
            .predict(table.encoder().encode(held.all()))
            .quantile(0.025);
    return Arrays.stream(lower).filter(value -> value < 0).count();
  }

  /** Writes the winner's model and report, and says what to do next. */
  private void finish(TrainingTable table, List<Contender> contenders, Table held) {
    Contender plain = contenders.get(0);
    Contender best = plain;
    for (Contender contender : contenders) {
      best = contender.row().nll() < best.row().nll() ? contender : best;
    }
    Path model = directory.resolve("deliveries.tgp");
    Path report = directory.resolve("deliveries.html");
    SavedModel saved =
        best.outcome()
            .withReason(
                best.outcome().name()
                    + ": the best of "
                    + contenders.size()
                    + " on deliveries not seen")
            .saved();
    ModelFile.write(model, saved);
    ModelReport page =
        new ModelReport("deliveries-new.csv", saved, 0)
            .baseline("plain GP", plain.outcome().saved().model())
            .rows(held.reader(), "deliveries that no model has seen");
    ModelReport.write(report, saved, "deliveries-new.csv", List.of(page));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%nOn deliveries that no model has seen, %s is better than the plain GP (average log score"
            + " %+.2f).%nThe plain GP's 95%% interval begins below zero minutes for %d of them,"
            + " that of vwgp for %d.%n",
        best.outcome().name(),
        plain.row().nll() - best.row().nll(),
        belowZero(plain, table, held),
        belowZero(contenders.get(MODELS.indexOf(ModelKind.VWGP)), table, held));
    out.printf(
        "%nWritten: %s (model), %s (open it in a browser).%nNow try:%n"
            + "  ./tgp predict %s %s --out %s%n  ./tgp fit YOUR.csv --target COLUMN --report"
            + " your.html%n",
        model,
        report,
        model,
        directory.resolve("deliveries-new.csv"),
        directory.resolve("predictions.csv"));
    out.flush();
  }
}
