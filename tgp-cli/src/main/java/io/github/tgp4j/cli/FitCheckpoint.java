package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitJournal;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.TrainingCurve;
import io.github.tgp4j.auto.TrialResult;
import io.github.tgp4j.io.Checkpoint;
import io.github.tgp4j.io.CheckpointFile;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.ModelFileException;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Where a fit stands, in a file: the trials that are done, and the state of the one under way.
 * Saved now and then, and when the user interrupts.
 */
public final class FitCheckpoint implements FitJournal {
  /** How often a fit saves its state; tests are in more of a hurry. */
  private static final long SAVE_NANOS =
      1_000_000L * Long.getLong("tgp.checkpoint.milliseconds", 10_000L);

  private static final String CURVE = "|curve";
  private static final String MODEL = "|model";
  private static final String FAILURE = "failure";

  private final Path file;
  private final Map<String, String> settings;
  private final BooleanSupplier interrupted;
  private final Map<String, double[]> results = new LinkedHashMap<>();
  private final Map<String, TrainingState> states = new LinkedHashMap<>();
  private final Map<String, TrainingCurve> curves = new LinkedHashMap<>();
  private final Map<String, Model> models = new LinkedHashMap<>();
  private Consumer<String> warnings = text -> {};
  private long saved = System.nanoTime();
  private boolean isWritten;
  private boolean isWarned;

  private FitCheckpoint(Path file, Map<String, String> settings, BooleanSupplier interrupted) {
    this.file = file;
    this.settings = settings;
    this.interrupted = interrupted;
  }

  /**
   * Begins, or goes on from the file.
   *
   * @param settings what must be the same for the run to be the same
   */
  public static FitCheckpoint open(
      Path file, Map<String, String> settings, boolean resume, BooleanSupplier interrupted) {
    FitCheckpoint out = new FitCheckpoint(file, settings, interrupted);
    if (!resume) {
      return out; // the next save writes over the file: see refuseToDiscard
    }
    if (!Files.exists(file)) {
      throw new UserException(
          "--resume: there is no checkpoint "
              + file
              + "; leave --resume out to start anew, or name the file with --checkpoint");
    }
    Checkpoint checkpoint = CheckpointFile.read(file);
    for (Map.Entry<String, String> entry : settings.entrySet()) {
      String then = checkpoint.texts().get(entry.getKey());
      if (!entry.getValue().equals(then)) {
        throw new UserException(
            "--resume: "
                + entry.getKey()
                + " was "
                + (then == null ? "not set" : then)
                + " when "
                + file
                + " was saved and is "
                + entry.getValue()
                + " now; expected the same data and settings (--force in place of --resume starts"
                + " anew)");
      }
    }
    for (String key : checkpoint.texts().keySet()) {
      if (!settings.containsKey(key)) {
        throw new UserException(
            "--resume: "
                + key
                + " was "
                + checkpoint.texts().get(key)
                + " when "
                + file
                + " was saved and is not set now; expected the same data and settings");
      }
    }
    out.results.putAll(checkpoint.results());
    out.states.putAll(checkpoint.states());
    out.isWritten = true;
    return out;
  }

  /** Stops a new fit that would write over what an interrupted one has saved. */
  static void refuseToDiscard(Path file) {
    if (Files.exists(file)) {
      throw new UserException(
          file
              + ": an interrupted fit can go on from here; add --resume to go on, --force to start"
              + " anew without it, or keep both with another --checkpoint FILE");
    }
  }

  @Override
  public synchronized Checkpoints at(String stage, TrainingCurve curve) {
    curves.put(stage, curve);
    return new Checkpoints() {
      @Override
      public TrainingState resume() {
        synchronized (FitCheckpoint.this) {
          return states.get(stage);
        }
      }

      @Override
      public boolean isDue(TrainingListener.Progress progress) {
        return file != null
            && (interrupted.getAsBoolean() || System.nanoTime() - saved > SAVE_NANOS);
      }

      @Override
      public void save(TrainingState state) {
        synchronized (FitCheckpoint.this) {
          states.put(stage, state);
          results.put(stage + CURVE, curve.state());
          write();
        }
      }
    };
  }

  @Override
  public synchronized TrainingCurve curveOf(String stage) {
    TrainingCurve known = curves.get(stage);
    if (known != null) {
      return known;
    }
    return results.containsKey(stage + CURVE)
        ? TrainingCurve.of(results.get(stage + CURVE))
        : new TrainingCurve();
  }

  @Override
  public synchronized void keep(String stage, Model model) {
    models.put(stage, model);
    states.remove(stage);
  }

  @Override
  public synchronized Model model(String stage) {
    Model model = models.get(stage);
    double[] bytes = results.get(stage + MODEL);
    if (model == null && bytes != null) {
      model = ModelFile.fromBytes(PackedBytes.unpack(bytes)).model();
      models.put(stage, model);
    }
    return model;
  }

  Path file() {
    return file;
  }

  @Override
  public synchronized TrialResult find(String stage) {
    List<HeldOut> out = new ArrayList<>();
    while (results.containsKey(key(stage, out.size(), "y"))) {
      int target = out.size();
      double[] y = results.get(key(stage, target, "y"));
      double[] classes = classes(stage, target, y.length);
      double[][] probabilities = new double[classes.length == 0 ? 0 : y.length][];
      int width = y.length == 0 ? 0 : classes.length / y.length;
      for (int i = 0; i < probabilities.length; i++) {
        probabilities[i] = Arrays.copyOfRange(classes, i * width, (i + 1) * width);
      }
      out.add(
          new HeldOut(
              y,
              part(stage, target, "logDensity", y.length),
              part(stage, target, "mean", y.length),
              part(stage, target, "median", y.length),
              part(stage, target, "lower", y.length),
              part(stage, target, "upper", y.length),
              part(stage, target, "pit", y.length),
              probabilities));
    }
    return out.isEmpty() ? null : new TrialResult(out, text(results.get(key(stage, 0, FAILURE))));
  }

  /** A text that was kept as its code points; null where there is none. */
  private static String text(double[] points) {
    if (points == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (double point : points) {
      text.appendCodePoint(Character.isValidCodePoint((int) point) ? (int) point : '?');
    }
    return text.toString();
  }

  private static String key(String stage, int target, String part) {
    return stage + "|" + target + "|" + part;
  }

  /** One number per row, or none where a target has no such numbers. */
  private double[] part(String stage, int target, String part, int rows) {
    double[] values = results.get(key(stage, target, part));
    if (values == null || values.length != 0 && values.length != rows) {
      throw damaged(stage, target, part, rows + " numbers", values);
    }
    return values;
  }

  /** As many numbers per row as there are classes, none of numbers. */
  private double[] classes(String stage, int target, int rows) {
    double[] values = results.get(key(stage, target, "classes"));
    if (values == null || (rows == 0 ? values.length > 0 : values.length % rows != 0)) {
      throw damaged(stage, target, "classes", "some numbers for each of " + rows + " rows", values);
    }
    return values;
  }

  private UserException damaged(
      String stage, int target, String part, String expected, double[] found) {
    return new UserException(
        file
            + ": results/"
            + key(stage, target, part)
            + ": expected "
            + expected
            + " but got "
            + (found == null ? "none" : found.length)
            + "; the checkpoint is damaged: leave --resume out to start anew");
  }

  @Override
  public synchronized void add(String stage, TrialResult trial) {
    if (trial.failure() != null) {
      results.put(key(stage, 0, FAILURE), trial.failure().codePoints().asDoubleStream().toArray());
    }
    for (int o = 0; o < trial.heldOut().size(); o++) {
      HeldOut held = trial.heldOut().get(o);
      results.put(key(stage, o, "y"), held.y());
      results.put(key(stage, o, "logDensity"), held.logDensity());
      results.put(key(stage, o, "mean"), held.mean());
      results.put(key(stage, o, "median"), held.median());
      results.put(key(stage, o, "lower"), held.lower());
      results.put(key(stage, o, "upper"), held.upper());
      results.put(key(stage, o, "pit"), held.pit());
      results.put(
          key(stage, o, "classes"),
          Arrays.stream(held.classes()).flatMapToDouble(Arrays::stream).toArray());
    }
    states.remove(stage);
    if (file != null && System.nanoTime() - saved > SAVE_NANOS) {
      write();
    }
  }

  /** Who is told when the file cannot be written; the fit goes on. */
  public FitCheckpoint warnings(Consumer<String> value) {
    warnings = value;
    return this;
  }

  /** A disk that is full now may have room later: the fit is worth more than its checkpoint. */
  private void write() {
    try {
      CheckpointFile.write(file, new Checkpoint(settings, states, results));
      isWritten = true;
    } catch (ModelFileException e) {
      if (!isWarned) {
        warnings.accept(
            "the state of the fit cannot be saved: "
                + e.getMessage()
                + "; the fit goes on, but could not be resumed");
      }
      isWarned = true;
    }
    saved = System.nanoTime();
  }

  /** Whether there is a file to go on from. */
  boolean isWritten() {
    return isWritten;
  }

  /** {@inheritDoc} Models of fits that are done take room: they are kept now alone. */
  @Override
  public synchronized void save() {
    if (file == null) {
      return;
    }
    models.forEach(
        (stage, model) -> {
          results.put(stage + MODEL, PackedBytes.pack(ModelFile.toBytes(model)));
          results.put(stage + CURVE, curveOf(stage).state());
        });
    write();
  }

  /** The run is complete: nothing to go on from. */
  public void delete() {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      warnings.accept(file + ": cannot be deleted (" + e + "), and is no longer of use");
    }
  }
}
