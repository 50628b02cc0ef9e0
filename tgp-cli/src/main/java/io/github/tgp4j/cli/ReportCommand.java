package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import java.nio.file.Path;
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
      "Write a report, one HTML page, about a model: scores, calibration, the learnt flow, what"
          + " each input does.",
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
    OutputFiles.check(out, force);
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
    for (int o = 0; o < saved.targets().size(); o++) {
      ModelReport report = new ModelReport(table.name(), saved, o);
      if (other != null) {
        report.baseline(baseline.getFileName().toString(), other.model());
      }
      try (DuckTable reader = table.open()) {
        report.rows(reader, "rows of " + table.name());
      }
      Path to = ModelReport.file(out, saved, o);
      report.write(to);
      spec.commandLine().getErr().println("written: " + to);
    }
    return CommandLine.ExitCode.OK;
  }
}
