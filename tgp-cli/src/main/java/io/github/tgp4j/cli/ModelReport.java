package io.github.tgp4j.cli;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.cli.report.EncodedInputs;
import io.github.tgp4j.cli.report.Report;
import io.github.tgp4j.cli.report.ReportMaker;
import io.github.tgp4j.cli.report.ReportPage;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.rows.RowStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** A page about a saved model, of which only a sample of a table's rows is kept in memory. */
final class ModelReport {
  private static final int MOST_ROWS = 5_000;

  private final SavedModel saved;
  private final int target;
  private final ReportMaker maker;
  private Matrix x;
  private double[] y;

  /** About one target of the model. */
  ModelReport(String data, SavedModel saved, int target) {
    this.saved = saved;
    this.target = target;
    TargetEncoder coding = saved.targets().get(target);
    Provenance made = saved.provenance();
    Map<String, String> settings = made.settings();
    maker =
        ReportMaker.of(saved.model())
            .title(coding.name())
            .subtitle(
                String.format(Locale.ROOT, "A model of %s, fitted to %,d rows", data, made.rows()))
            .target(coding.name(), target)
            .fact("data", settings.getOrDefault("data", data))
            .fact("rows", String.format(Locale.ROOT, "%,d", made.rows()))
            .fact("model", settings.getOrDefault("recipe", saved.model().toString()));
    if (settings.containsKey("reason")) {
      maker.fact("chosen", settings.get("reason"));
    }
    maker
        .fact("seed", settings.getOrDefault("seed", "1"))
        .fact("made", made.created() + " by tgp " + made.library())
        .fact("data fingerprint", made.fingerprint());
    if (coding.isClasses()) {
      maker.labels(coding.labels());
    }
    if (made.curve().steps().length > 1) {
      maker.training(new Report.Training(made.curve().steps(), made.curve().bound(), null));
    }
    made.notes().forEach(maker::note);
  }

  ModelReport baseline(String name, Model model) {
    maker.baseline(name, model);
    return this;
  }

  /** Scores that a fit made on rows it held out, in place of scores on the rows given. */
  ModelReport heldOut(HeldOut own, String baselineName, HeldOut baseline) {
    maker.heldOut(own).rowsAre("held-out rows");
    if (baseline != null) {
      maker.heldOutBaseline(baselineName, baseline);
    }
    return this;
  }

  ModelReport candidate(String name, double nll) {
    maker.candidate(name, nll);
    return this;
  }

  /** Shows, and where nothing was held out scores, a sample of these rows. */
  ModelReport rows(TableReader reader, String what) {
    maker.rowsAre(what);
    TargetEncoder coding = saved.targets().get(target);
    boolean known = reader.columns().stream().anyMatch(c -> c.name().equals(coding.name()));
    SplittableRandom random = new SplittableRandom(1);
    Matrix kept = Matrix.zeros(MOST_ROWS, saved.encoder().features().size());
    double[] answers = new double[MOST_ROWS];
    long seen = 0;
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      Matrix encoded = saved.encoder().encode(chunk);
      double[] values = known ? coding.encode(chunk) : new double[chunk.rows()];
      for (int i = 0; i < chunk.rows(); i++, seen++) {
        // every row stays with the same probability
        long at = seen < MOST_ROWS ? seen : random.nextLong(seen + 1);
        if (at < MOST_ROWS) {
          System.arraycopy(
              encoded.data, encoded.at(i, 0), kept.data, kept.at((int) at, 0), kept.cols);
          answers[(int) at] = values[i];
        }
      }
    }
    int count = (int) Math.min(seen, MOST_ROWS);
    x = kept.rowRange(0, count);
    y = known ? Arrays.copyOf(answers, count) : null;
    return this;
  }

  /** Shows a sample of the training rows. */
  ModelReport rows(RowStore store) {
    int count = Math.min(store.size(), MOST_ROWS);
    x = Matrix.zeros(count, store.inputs());
    double[][] targets = new double[store.targets()][count];
    for (int i = 0; i < count; i++) {
      int row = (int) ((long) i * store.rows() / count);
      store.read(row, x.data, x.at(i, 0), targets, i);
    }
    y = targets[target];
    return this;
  }

  void write(Path to) {
    maker.inputs(EncodedInputs.of(saved.encoder(), x));
    OutputFiles.write(to, ReportPage.render(maker.make(x, y)));
  }

  /** The file of one of several targets: "r.html" for the first, "r.NAME.html" for others. */
  static Path file(Path first, SavedModel saved, int target) {
    if (target == 0) {
      return first;
    }
    String name = first.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String part = "." + saved.targets().get(target).name().replaceAll("[^\\w-]", "_");
    return first.resolveSibling(
        dot < 0 ? name + part : name.substring(0, dot) + part + name.substring(dot));
  }
}
