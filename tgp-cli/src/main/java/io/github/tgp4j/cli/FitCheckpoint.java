package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitJournal;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.TrainingCurve;
import io.github.tgp4j.auto.TrialResult;
import io.github.tgp4j.io.Checkpoint;
import io.github.tgp4j.io.CheckpointFile;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Where a fit stands, in a file: the trials that are done, and the state of the one under way.
 * Saved now and then, and when the user interrupts.
 */
final class FitCheckpoint implements FitJournal {
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
  private long saved = System.nanoTime();

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
  static FitCheckpoint open(
      Path file, Map<String, String> settings, boolean resume, BooleanSupplier interrupted) {
    FitCheckpoint out = new FitCheckpoint(file, settings, interrupted);
    if (!resume) {
      return out;
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
                + " now; expected the same data and settings");
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
    return out;
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
      double[] classes = part(stage, target, "classes");
      double[] y = part(stage, target, "y");
      double[][] probabilities = new double[classes.length == 0 ? 0 : y.length][];
      int width = y.length == 0 ? 0 : classes.length / y.length;
      for (int i = 0; i < probabilities.length; i++) {
        probabilities[i] = Arrays.copyOfRange(classes, i * width, (i + 1) * width);
      }
      out.add(
          new HeldOut(
              y,
              part(stage, target, "logDensity"),
              part(stage, target, "mean"),
              part(stage, target, "median"),
              part(stage, target, "lower"),
              part(stage, target, "upper"),
              part(stage, target, "pit"),
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
      text.appendCodePoint((int) point);
    }
    return text.toString();
  }

  private static String key(String stage, int target, String part) {
    return stage + "|" + target + "|" + part;
  }

  private double[] part(String stage, int target, String part) {
    return results.get(key(stage, target, part));
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

  private void write() {
    CheckpointFile.write(file, new Checkpoint(settings, states, results));
    saved = System.nanoTime();
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
  void delete() {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
