package io.github.tgp4j.auto;

import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.rows.RowOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * From a table to a fitted model: decides what the target is, tries several models on part of the
 * rows, blends those that predict rows held out best, and fits them to all rows.
 *
 * <pre>{@code
 * SavedModel saved = AutoFit.of(table, "price").timeLimit(Duration.ofMinutes(2)).fit();
 * saved.predict(Map.of("area", 80, "city", "Oslo")).median();
 * }</pre>
 */
public final class AutoFit {
  private final Supplier<? extends TableReader> open;
  private Function<List<Column>, ColumnChoice> columns;
  private AutoSettings settings = AutoSettings.DEFAULT;
  private FitListener listener = FitListener.SILENT;
  private FitJournal journal = FitJournal.NONE;
  private BooleanSupplier cancelled = () -> false;
  private boolean baseline;
  private boolean calibrate;
  private Validation validate; // null: at random, with a note where rows have times
  private boolean held = true;
  private String data = "";
  private String fingerprint = "";

  private AutoFit(Supplier<? extends TableReader> open, List<String> targets) {
    this.open = open;
    List<String> named = targets.isEmpty() ? null : targets;
    this.columns = table -> ColumnChoice.of(table, named, null, null);
  }

  /** Of a table in memory; without a target, the last column is. */
  public static AutoFit of(Table table, String... targets) {
    return new AutoFit(table::reader, Arrays.asList(targets));
  }

  /**
   * Of a table that is read twice, from start to end, and need not fit in memory.
   *
   * @param open opens it anew
   */
  public static AutoFit of(Supplier<? extends TableReader> open, String... targets) {
    return new AutoFit(open, Arrays.asList(targets));
  }

  /** Says which columns are targets and inputs, in place of the targets named before. */
  public AutoFit columns(Function<List<Column>, ColumnChoice> choose) {
    columns = Objects.requireNonNull(choose, "choose");
    return this;
  }

  /** All settings at once. */
  public AutoFit settings(AutoSettings value) {
    settings = Objects.requireNonNull(value, "settings");
    return this;
  }

  /** One kind of model in place of a choice among several. */
  public AutoFit model(ModelKind kind) {
    return settings(settings.withKind(kind));
  }

  /** What to try beside the plain GP: {@code "tgp"}, {@code "tgp: arcsinh-sum(2)"}. */
  public AutoFit candidates(String... models) {
    return settings(settings.withCandidates(Arrays.stream(models).map(ModelRequest::of).toList()));
  }

  /** The covariance, in the model language. */
  public AutoFit kernel(String text) {
    return settings(settings.withTexts(settings.texts().withKernel(text)));
  }

  /** The flow, in the model language. */
  public AutoFit flow(String text) {
    return settings(settings.withTexts(settings.texts().withFlow(text)));
  }

  /** The warp of the target, in the model language. */
  public AutoFit warp(String text) {
    return settings(settings.withTexts(settings.texts().withWarp(text)));
  }

  /** The likelihood, in the model language. */
  public AutoFit likelihood(String text) {
    return settings(settings.withTexts(settings.texts().withLikelihood(text)));
  }

  /** A setting of the model: {@code set(Setting.DIVERGENCE, "renyi(0.5)")}. */
  public AutoFit set(Setting setting, String value) {
    return settings(settings.withModel(settings.model().with(setting, value)));
  }

  /** How much the search for a model spends; {@link Quality#GOOD} unless said otherwise. */
  public AutoFit quality(Quality value) {
    return settings(settings.withBudget(settings.budget().withQuality(value)));
  }

  /** Inducing points. */
  public AutoFit inducing(int count) {
    return settings(settings.withBudget(settings.budget().withInducing(count)));
  }

  /** Passes over the data. */
  public AutoFit epochs(double count) {
    return settings(settings.withBudget(settings.budget().withEpochs(count)));
  }

  /** Rows per training step. */
  public AutoFit batch(int rows) {
    return settings(settings.withBudget(settings.budget().withBatch(rows)));
  }

  /** Time for everything but reading the table. */
  public AutoFit timeLimit(Duration limit) {
    return settings(settings.withBudget(settings.budget().withTimeLimit(limit)));
  }

  /** Share of the rows held out to choose and to score; 0 for none. */
  public AutoFit validation(double share) {
    return settings(settings.withValidation(share));
  }

  /**
   * Which rows are held out: "random", "time" for the latest by the first input that is a time,
   * "time=COLUMN", or "group=COLUMN" for all rows of some groups.
   */
  public AutoFit validate(String how) {
    validate = Validation.of(how);
    return this;
  }

  /** One model at the end in place of a blend of several: smaller and quicker to predict. */
  public AutoFit single(boolean value) {
    return settings(settings.withSingle(value));
  }

  public AutoFit seed(long value) {
    return settings(settings.withSeed(value));
  }

  /** Threads; the result does not depend on it. */
  public AutoFit threads(int count) {
    return settings(settings.withThreads(count));
  }

  /** Where rows are computed with: cpu, cuda or auto, as {@code Tgp#device} says. */
  public AutoFit device(String value) {
    return settings(settings.withDevice(value));
  }

  /** Told of every step and trial. */
  public AutoFit listener(FitListener value) {
    listener = Objects.requireNonNull(value, "listener");
    return this;
  }

  /** Ends the fit with a {@link CancellationException} as soon as this is true. */
  public AutoFit cancelWhen(BooleanSupplier value) {
    cancelled = Objects.requireNonNull(value, "cancelled");
    return this;
  }

  /** Remembers where a fit stands, so that another can go on from there. */
  public AutoFit journal(FitJournal value) {
    journal = Objects.requireNonNull(value, "journal");
    return this;
  }

  /**
   * Whether a fifth of the rows is set aside to recalibrate quantiles, so that of new rows from the
   * same source at least 95% lie in the 95% interval, and so on, whatever the model; where the rows
   * are too few to promise that, intervals are infinite. Refused for classes.
   */
  public AutoFit calibrate(boolean value) {
    calibrate = value;
    return this;
  }

  /** Whether a model that was asked for is scored beside the plain GP, on rows held out. */
  public AutoFit withBaseline(boolean value) {
    baseline = value;
    return this;
  }

  /** Whether a model that was asked for is scored on rows held out; it is by default. */
  public AutoFit withScores(boolean value) {
    held = value;
    return this;
  }

  /** Where the rows come from, for the model's provenance. */
  public AutoFit data(String name, String dataFingerprint) {
    data = Objects.requireNonNull(name, "name");
    fingerprint = Objects.requireNonNull(dataFingerprint, "fingerprint");
    return this;
  }

  /** Reads the table and fits it. */
  public SavedModel fit() {
    return run().saved();
  }

  /** Reads the table and fits it; says how the model was chosen, too. */
  public FitOutcome run() {
    try (TrainingTable table = read()) {
      return run(table);
    }
  }

  /** Reads the table; the caller closes it. */
  public TrainingTable read() {
    return TrainingTable.read(open, columns, settings.targetKind(), validate);
  }

  /**
   * Fits a table that {@link #read} gave.
   *
   * @throws CancellationException when it is cancelled; the journal has kept where it stands
   */
  public FitOutcome run(TrainingTable table) {
    long begin = System.nanoTime();
    TimeBudget budget = new TimeBudget(settings.budget().timeLimit(), System::nanoTime);
    if (calibrate && table.rows().order() != RowOrder.RANDOM) {
      throw new IllegalArgumentException(
          "calibrate: its promise is for rows like those at hand, set aside at random, but rows are"
              + " validated by "
              + validate
              + "; leave one of them out");
    }
    Calibrating aside = calibrate ? Calibrating.of(table, settings.seed()) : null;
    TrainingTable rest = aside == null ? table : aside.rest(table);
    FitJob job =
        new FitJob(rest, settings, new FitJob.Follower(listener, journal, cancelled), budget);
    boolean scored = held || settings.kind() == ModelKind.AUTO;
    FitJob.Chosen chosen;
    try {
      chosen = scored ? job.run(baseline) : job.runWithoutScores();
    } catch (CancellationException e) {
      journal.save();
      throw e;
    }
    Provenance made = provenance(table, chosen);
    Model model = chosen.model();
    if (aside != null) {
      BlendedModel calibrated = aside.apply(chosen.comparison().name(), model);
      Map<String, Double> metrics = new LinkedHashMap<>(made.metrics());
      metrics.putAll(aside.metrics(calibrated));
      made = made.withMetrics(metrics);
      model = calibrated;
    }
    SavedModel saved = new SavedModel(model, table.encoder(), table.targetEncoders(), made);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new FitOutcome(saved, chosen.parts(), chosen.comparison(), chosen.unseen(), seconds);
  }

  /** Everything that decides the result: a journal must be of a run with the same. */
  public Map<String, String> describe(TrainingTable table) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("data", data);
    all.put("fingerprint", fingerprint);
    all.put("rows", Integer.toString(table.rows().size()));
    all.put("target", String.join(",", table.targets().stream().map(Target::name).toList()));
    all.put("inputs", String.join(",", table.encoder().inputs()));
    all.putAll(settings.asText());
    if (calibrate) {
      all.put("calibrate", "yes");
    }
    if (validate != null) {
      all.put("validate", validate.toString());
    }
    return all;
  }

  private Provenance provenance(TrainingTable table, FitJob.Chosen chosen) {
    Map<String, String> all = describe(table);
    all.remove("fingerprint");
    all.put("chosen", chosen.comparison().name());
    all.put("recipe", FitOutcome.describe(chosen.parts()));
    all.put("reason", chosen.comparison().reason());
    Map<String, Double> metrics = new LinkedHashMap<>();
    chosen
        .comparison()
        .heldOut()
        .forEach((name, of) -> addMetrics(metrics, name, table.targets(), of));
    double[] steps = chosen.curve().steps();
    double[] none = new double[steps.length];
    Arrays.fill(none, Double.NaN);
    return Provenance.now(all, fingerprint, table.rows().rows())
        .withMetrics(metrics)
        .withCurve(new Provenance.Curve(steps, chosen.curve().bounds(), none))
        .withNotes(table.notes());
  }

  private static void addMetrics(
      Map<String, Double> metrics, String candidate, List<Target> targets, List<HeldOut> of) {
    for (int o = 0; o < of.size(); o++) {
      String prefix = candidate + (of.size() > 1 ? ", " + targets.get(o).name() : "");
      Scores.of(of.get(o))
          .asMap()
          .forEach((name, value) -> metrics.put(prefix + ": held-out " + name, value));
    }
  }
}
