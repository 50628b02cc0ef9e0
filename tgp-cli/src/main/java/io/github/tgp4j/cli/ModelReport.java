package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.auto.UnseenRows;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A page about a saved model, of which only a sample of a table's rows is kept in memory. */
public final class ModelReport {
  private static final int MOST_ROWS = 20_000;
  private static final int MOST_VALUES = 8_000_000;

  private final SavedModel saved;
  private final int target;
  private final ReportMaker maker;
  private Matrix x;
  private double[] y;

  /**
   * About one target of the model.
   *
   * @param scoredOn the table it is scored on; null for the rows that the fit held out
   */
  ModelReport(String scoredOn, SavedModel saved, int target) {
    this.saved = saved;
    this.target = target;
    TargetEncoder coding = saved.targets().get(target);
    Provenance made = saved.provenance();
    Map<String, String> settings = made.settings();
    maker =
        ReportMaker.of(saved.model())
            .title(coding.name())
            .subtitle(subtitle(saved, scoredOn))
            .target(coding.name(), target)
            .fact("data", settings.getOrDefault("data", "not known"))
            .fact("rows", String.format(Locale.ROOT, "%,d", made.rows()))
            .fact("model", settings.getOrDefault("recipe", saved.model().toString()));
    if (settings.containsKey("reason")) {
      maker.fact("chosen", ModelNames.inWords(settings.get("reason")));
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

  /** "A model of price, fitted to 1,500 rows of houses.csv and scored on houses-2026.csv". */
  static String subtitle(SavedModel saved, String scoredOn) {
    Provenance made = saved.provenance();
    String data = made.settings().get("data");
    List<String> names = saved.targets().stream().map(TargetEncoder::name).toList();
    return "A model of "
        + String.join(" and ", names)
        + (made.rows() > 0
            ? String.format(Locale.ROOT, ", fitted to %,d rows", made.rows())
                + (data == null || data.isEmpty() ? "" : " of " + data)
            : "")
        + (scoredOn == null ? "" : " and scored on " + scoredOn);
  }

  /** The rows are those that the model was fitted to. */
  ModelReport seen() {
    maker.seen();
    return this;
  }

  ModelReport warning(String text) {
    maker.warning(text);
    return this;
  }

  ModelReport baseline(String name, Model model) {
    maker.baseline(name, model);
    return this;
  }

  /** Scores that a fit made on rows it held out, in place of scores on the rows given. */
  ModelReport heldOut(HeldOut own, List<UnseenRows> unseen) {
    maker.heldOut(own, known(own, unseen)).rowsAre("held-out rows");
    return this;
  }

  /** The same of the model to compare with. */
  ModelReport heldOutBaseline(String name, HeldOut scores, List<UnseenRows> unseen) {
    maker.heldOutBaseline(name, scores, known(scores, unseen));
    return this;
  }

  /** None where models of some rows are not known. */
  private static List<UnseenRows> known(HeldOut held, List<UnseenRows> unseen) {
    int rows = unseen.stream().mapToInt(part -> part.x().rows).sum();
    return rows == held.y().length ? unseen : List.of();
  }

  ModelReport candidate(String name, double nll) {
    maker.candidate(ModelNames.title(name), name, nll);
    return this;
  }

  /** As many rows as their encoded values leave room for. */
  private int mostRows() {
    return Math.max(1000, Math.min(MOST_ROWS, MOST_VALUES / saved.encoder().features().size()));
  }

  /** Shows, and where nothing was held out scores, a sample of these rows. */
  ModelReport rows(TableReader reader, String what) {
    return rows(reader, what, chunk -> {});
  }

  /**
   * Shows, and where nothing was held out scores, a sample of these rows.
   *
   * @param listener is told of every row
   */
  ModelReport rows(TableReader reader, String what, Consumer<Chunk> listener) {
    maker.rowsAre(what);
    TargetEncoder coding = saved.targets().get(target);
    boolean known = reader.columns().stream().anyMatch(c -> c.name().equals(coding.name()));
    SplittableRandom random = new SplittableRandom(1);
    int most = mostRows();
    Matrix kept = Matrix.zeros(most, saved.encoder().features().size());
    double[] answers = new double[most];
    long[] numbers = new long[most];
    long seen = 0;
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      Matrix encoded = saved.encoder().encode(chunk);
      listener.accept(chunk);
      double[] values = known ? coding.encode(chunk) : new double[chunk.rows()];
      for (int i = 0; i < chunk.rows(); i++, seen++) {
        // every row stays with the same probability
        long at = seen < most ? seen : random.nextLong(seen + 1);
        if (at < most) {
          System.arraycopy(
              encoded.data, encoded.at(i, 0), kept.data, kept.at((int) at, 0), kept.cols);
          answers[(int) at] = values[i];
          numbers[(int) at] = seen + 1;
        }
      }
    }
    int count = (int) Math.min(seen, most);
    x = kept.rowRange(0, count);
    y = known ? Arrays.copyOf(answers, count) : null;
    maker.numbers(Arrays.copyOf(numbers, count));
    return this;
  }

  /** Shows a sample of the training rows. */
  ModelReport rows(RowStore store) {
    int count = Math.min(store.size(), mostRows());
    x = Matrix.zeros(count, store.inputs());
    double[][] targets = new double[store.targets()][count];
    for (int i = 0; i < count; i++) {
      int row = (int) ((long) i * store.rows() / count);
      store.read(row, x.data, x.at(i, 0), targets, i);
    }
    y = targets[target];
    return this;
  }

  /** The pages of a fit's outcome, one per target. */
  public static List<ModelReport> ofFit(TrainingTable rows, FitOutcome outcome) {
    SavedModel saved = outcome.saved();
    FitOutcome.Comparison comparison = outcome.comparison();
    List<ModelReport> targets = new ArrayList<>();
    for (int o = 0; o < saved.targets().size(); o++) {
      ModelReport page = new ModelReport(null, saved, o).rows(rows.rows());
      List<HeldOut> held = comparison.heldOut().get(outcome.name());
      if (held != null) {
        page.heldOut(held.get(o), outcome.unseen(outcome.name()));
        String baseline = comparison.baseline();
        List<HeldOut> plain = baseline == null ? null : comparison.heldOut().get(baseline);
        if (plain != null && !outcome.name().equals(baseline)) {
          page.heldOutBaseline("plain GP", plain.get(o), outcome.unseen(baseline));
        }
        for (Map.Entry<String, Double> other : comparison.scores().entrySet()) {
          boolean shown =
              other.getKey().equals(outcome.name()) || other.getKey().equals(comparison.baseline());
          if (!shown && saved.targets().size() == 1) {
            page.candidate(other.getKey(), other.getValue());
          }
        }
      }
      targets.add(page);
    }
    return targets;
  }

  public Report make() {
    maker.inputs(EncodedInputs.of(saved.encoder(), x));
    return maker.make(x, y);
  }

  /** Writes one page about all targets. */
  static void write(Path to, SavedModel saved, String scoredOn, List<ModelReport> targets) {
    List<Report> reports = targets.stream().map(ModelReport::make).toList();
    OutputFiles.write(to, page(saved, scoredOn, reports));
  }

  /** One page about all targets. */
  public static String page(SavedModel saved, String scoredOn, List<Report> reports) {
    String title = String.join(" and ", saved.targets().stream().map(TargetEncoder::name).toList());
    return ReportPage.render(title, subtitle(saved, scoredOn), reports);
  }

  /** Refuses names that say the file is something else than a page. */
  static void checkName(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".html") && !name.endsWith(".htm")) {
      throw new UserException(
          file
              + ": a report is an HTML page; give it a name that ends in .html (a browser can print"
              + " the page as PDF)");
    }
  }
}
