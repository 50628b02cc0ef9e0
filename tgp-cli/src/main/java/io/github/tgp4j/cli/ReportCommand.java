package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tgp report}: a page about a model and how it does on a table. */
@Command(
    name = "report",
    description = {
      "Write a report, one HTML page, about a model: how good it is in plain words, what drives the"
          + " prediction, whether its intervals can be trusted.",
      "",
      "Scores need the target in DATA; take rows that the model was not fitted to.",
      ""
    },
    footer = {"", "Example: tgp report houses.tgp houses-2026.csv --out houses.html"})
final class ReportCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A model file of tgp fit.")
  private Path model;

  @Mixin private TableOptions table = new TableOptions();

  @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", description = TableOptions.DATA)
  void setData(Path file) {
    table.file(file);
  }

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "The HTML file.")
  private Path out;

  @Option(
      names = "--baseline",
      paramLabel = "MODEL",
      description = "Another model of the same inputs and target to compare with.")
  private Path baseline;

  @Option(names = "--force", description = "Write over an existing file.")
  private boolean force;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    ModelReport.checkName(out);
    OutputFiles.check(out, force);
    if (!table.isGiven()) {
      throw new UserException(
          "report: expected a table to show and score the model on, DATA or --sql QUERY, but got"
              + " none; take rows that the model was not fitted to (tgp fit --report writes a page"
              + " about rows held out, tgp info prints its scores)");
    }
    SavedModel saved = ModelFile.read(model).requireTable();
    SavedModel other = baseline == null ? null : ModelFile.read(baseline).requireTable();
    if (other != null && !other.encoder().equals(saved.encoder())) {
      throw new UserException(
          "--baseline: "
              + baseline
              + " was fitted to other columns than "
              + model
              + "; expected a model of the same table");
    }
    ModelWarnings warnings = new ModelWarnings(saved, table);
    boolean seen = warnings.isTrainingTable();
    List<ModelReport> targets = new ArrayList<>();
    for (int o = 0; o < saved.targets().size(); o++) {
      ModelReport report = new ModelReport(table.name(), saved, o);
      if (other != null) {
        report.baseline(baseline.getFileName().toString(), other.model());
      }
      if (seen) {
        report.seen();
      }
      try (DuckTable reader = table.open()) {
        boolean first = targets.isEmpty();
        report.rows(
            reader,
            "rows of " + table.name(),
            chunk -> {
              if (first) {
                warnings.add(chunk);
              }
            });
      }
      targets.add(report);
    }
    targets.forEach(target -> warnings.newValues().forEach(target::warning));
    ModelReport.write(out, saved, table.name(), targets);
    warnings.print(spec.commandLine().getErr());
    spec.commandLine().getErr().println("written: " + out);
    return CommandLine.ExitCode.OK;
  }
}
