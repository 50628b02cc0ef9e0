package io.github.tgp4j.cli;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.cli.table.TableWriter;
import io.github.tgp4j.cli.table.Tables;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
      "Make a table of deliveries (how many minutes each took: never negative, and some took very"
          + " long), fit a plain GP and a warped one to part of it, and write data, model,"
          + " predictions and a report.",
      ""
    })
final class DemoCommand implements Callable<Integer> {
  private static final int TEST_ROWS = 500;
  private static final double[] QUANTILES = {0.05, 0.5, 0.95};
  private static final List<ModelKind> MODELS =
      List.of(ModelKind.CONSTANT, ModelKind.SVGP, ModelKind.VWGP);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "tgp-demo",
      description = "Directory for the files (default: tgp-demo).")
  private Path directory;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Another number makes other deliveries (default: 1).")
  private long seed;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1500",
      description = "Deliveries to learn from (default: 1500).")
  private int rows;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private record Contender(ModelKind kind, FitOutcome outcome, Leaderboard.Row row) {
    String name() {
      return kind.title();
    }

    /** How wide the 95% intervals are on average. */
    double width(Chunk rows) {
      TargetPrediction prediction = outcome.saved().predictAll(rows).get(0);
      double upper = Arrays.stream(prediction.quantile(0.975)).average().orElseThrow();
      return upper - Arrays.stream(prediction.quantile(0.025)).average().orElseThrow();
    }

    /** How many of the rows have a 95% interval that begins below zero. */
    long belowZero(Chunk rows) {
      double[] lower = outcome.saved().predictAll(rows).get(0).quantile(0.025);
      return Arrays.stream(lower).filter(value -> value < 0).count();
    }
  }

  @Override
  public Integer call() throws IOException {
    if (!(rows >= 20)) {
      throw new UserException("--rows: expected at least 20 but got " + rows);
    }
    PrintWriter out = spec.commandLine().getOut();
    Path training = directory.resolve("deliveries.csv");
    Path test = directory.resolve("deliveries-new.csv");
    Files.createDirectories(directory);
    OutputFiles.write(training, DemoData.HEADER + "\n" + DemoData.lines(rows, seed));
    OutputFiles.write(test, DemoData.HEADER + "\n" + DemoData.lines(TEST_ROWS, ~seed));
    out.printf(
        Locale.ROOT,
        "%,d made-up deliveries are in %s. Models learn from them how many minutes a%n"
            + "delivery takes, and then predict %d others, in %s.%n%n",
        rows,
        training,
        TEST_ROWS,
        test);
    out.flush();
    Table held = read(test);
    List<Contender> contenders = fit(training, held);
    out.print(table(contenders, held.all()));
    finish(contenders, held);
    return CommandLine.ExitCode.OK;
  }

  private List<Contender> fit(Path training, Table held) {
    try (Interrupt interrupt = new Interrupt();
        ProgressLine progress = ProgressLine.on(spec.commandLine().getErr())) {
      AutoFit fit =
          AutoFit.of(() -> Tables.open(training), "minutes")
              .seed(seed)
              .withScores(false)
              .data("deliveries.csv", "made by tgp demo")
              .listener(
                  (stage, share, bound, best) -> {
                    if (progress.isDue()) {
                      progress.show("learning from all rows", share, "");
                    }
                  })
              .cancelWhen(interrupt::isAsked);
      List<Contender> contenders = new ArrayList<>();
      try (TrainingTable table = fit.read()) {
        CompareCommand.Contest contest = new CompareCommand.Contest("deliveries", 1, held.all());
        for (ModelKind kind : MODELS) {
          progress.begin(kind.title());
          FitOutcome outcome = fit.model(kind).run(table);
          Leaderboard.Row row = CompareCommand.score(contest, kind, table, outcome);
          contenders.add(new Contender(kind, outcome, row));
        }
      }
      return contenders;
    } catch (CancellationException e) {
      throw new InterruptedFitException("Interrupted; no model was written.");
    }
  }

  private static Table read(Path file) {
    try (DuckTable reader = Tables.open(file)) {
      return Table.of(reader);
    }
  }

  private static String table(List<Contender> contenders, Chunk rows) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        List.of("model", "typical error", "explained", "inside the 95% interval", "its width"));
    for (Contender contender : contenders) {
      Leaderboard.Row row = contender.row;
      cells.add(
          List.of(
              contender.name(),
              String.format(Locale.ROOT, "%.1f minutes", row.mae()),
              String.format(Locale.ROOT, "%.0f%%", 100 * Math.max(0, row.r2())),
              Scores.percent(row.coverage95()),
              String.format(Locale.ROOT, "%.0f minutes", contender.width(rows))));
    }
    return Leaderboard.align(cells);
  }

  /** Writes the winner's model, predictions and report, and says what to do next. */
  private void finish(List<Contender> contenders, Table held) {
    Contender plain = contenders.get(MODELS.indexOf(ModelKind.SVGP));
    Contender best =
        contenders.stream().min(Comparator.comparingDouble(c -> c.row.nll())).orElseThrow();
    String reason = best.name() + ": the best of " + contenders.size() + " on deliveries not seen";
    SavedModel saved = best.outcome.withReason(reason).saved();
    Path model = directory.resolve("deliveries.tgp");
    Path report = directory.resolve("deliveries.html");
    Path predictions = directory.resolve("predictions.csv");
    ModelFile.write(model, saved);
    predict(saved, held.all(), predictions);
    ModelReport page =
        new ModelReport("deliveries-new.csv", saved, 0)
            .baseline("plain GP", plain.outcome.saved().model())
            .rows(held.reader(), "deliveries that no model has seen");
    ModelReport.write(report, saved, "deliveries-new.csv", List.of(page));
    long warped = contenders.get(MODELS.indexOf(ModelKind.VWGP)).belowZero(held.all());
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%n\"%s\" forecasts the same for every delivery; the others look at distance, weather and so"
            + " on.%nThe 95%% interval of the plain GP begins below zero minutes for %d deliveries, that"
            + " of the%nwarped GP for %s.%n%n%s%n%n",
        ModelKind.CONSTANT.title(),
        plain.belowZero(held.all()),
        warped == 0 ? "none" : warped,
        example(saved, held));
    String command = System.getProperty("tgp.command", "tgp");
    out.printf(
        "Written: %s (the %s)%n         %s%n         %s (open it in a browser)%n"
            + "Next:    %s fit YOUR.csv --target COLUMN --report your.html%n",
        model,
        best.name(),
        predictions,
        report,
        command.contains(" ") ? "\"" + command + "\"" : command);
    out.flush();
  }

  private void predict(SavedModel saved, Chunk rows, Path file) {
    PredictionColumns columns =
        new PredictionColumns(saved, QUANTILES, 0, seed, KeptColumns.none());
    try (TableWriter writer = TableWriter.create(file, columns.columns(), true)) {
      writer.write(rows.rows(), columns.predict(rows));
      writer.finish();
    }
  }

  /** One prediction, in words. */
  private static String example(SavedModel saved, Table held) {
    Chunk rows = held.all();
    TargetPrediction prediction = saved.predictAll(rows).get(0);
    return String.format(
        Locale.ROOT,
        "The first of them, %.1f km by %s in %s weather: probably about %.0f minutes, and with 90%%"
            + " probability%nbetween %.0f and %.0f. It took %.0f.",
        rows.numbers(rows.require("distance_km"))[0],
        rows.texts(rows.require("vehicle"))[0],
        rows.texts(rows.require("weather"))[0].replace("rain", "rainy").replace("snow", "snowy"),
        prediction.median()[0],
        prediction.quantile(0.05)[0],
        prediction.quantile(0.95)[0],
        rows.numbers(rows.require("minutes"))[0]);
  }
}
