package io.github.tgp4j.spark;

import io.github.tgp4j.io.Checkpoint;
import io.github.tgp4j.io.CheckpointFile;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener.Progress;
import io.github.tgp4j.train.TrainingState;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last state of a fit, in a file of any file system that Hadoop knows. A new one is written
 * aside and then takes the place of the old one; whatever breaks between, one of them is whole.
 */
final class HadoopCheckpoints implements Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopCheckpoints.class);
  private static final String STATE = "fit";

  private final Configuration configuration;
  private final Path file;
  private final Path aside;
  private final int every;
  private final Map<String, String> settings;

  /**
   * In a directory.
   *
   * @param name of the fit there
   * @param every so many steps
   * @param settings what must be the same for a fit to go on
   */
  HadoopCheckpoints(
      Configuration configuration,
      String directory,
      String name,
      int every,
      Map<String, String> settings) {
    this.configuration = configuration;
    this.file = new Path(directory, name + ".tgp-checkpoint");
    this.aside = new Path(directory, name + ".tgp-checkpoint.new");
    this.every = every;
    this.settings = Map.copyOf(settings);
  }

  @Override
  public TrainingState resume() {
    try {
      FileSystem files = file.getFileSystem(configuration);
      Path from = files.exists(file) ? file : aside;
      if (!files.exists(from)) {
        return null;
      }
      Checkpoint kept;
      try (InputStream in = files.open(from)) {
        kept = CheckpointFile.fromBytes(in.readAllBytes());
      }
      check(kept.texts());
      TrainingState state = kept.states().get(STATE);
      LOG.info("goes on from step {} that {} has", state.step(), from);
      return state;
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private void check(Map<String, String> then) {
    for (Map.Entry<String, String> now : settings.entrySet()) {
      if (!now.getValue().equals(then.get(now.getKey()))) {
        throw new IllegalArgumentException(
            "checkpointDir: "
                + file
                + " is of a fit with "
                + now.getKey()
                + " "
                + then.get(now.getKey())
                + " but it is "
                + now.getValue()
                + " now; expected the same data and settings: delete the file to start anew, or"
                + " name another directory");
      }
    }
  }

  @Override
  public boolean isDue(Progress progress) {
    return progress.step() % every == 0;
  }

  /** {@inheritDoc} Where that fails the fit goes on: it is worth more than its checkpoint. */
  @Override
  public void save(TrainingState state) {
    byte[] bytes = CheckpointFile.toBytes(new Checkpoint(settings, Map.of(STATE, state), Map.of()));
    try {
      FileSystem files = file.getFileSystem(configuration);
      try (OutputStream out = files.create(aside, true)) {
        out.write(bytes);
      }
      files.delete(file, false);
      if (!files.rename(aside, file)) {
        LOG.warn("{}: cannot be renamed to {}; the fit goes on", aside, file);
      }
    } catch (IOException e) {
      LOG.warn("{}: cannot be written ({}); the fit goes on without it", file, e.toString());
    }
  }

  /** The fit is done: nothing to go on from. */
  void delete() {
    try {
      FileSystem files = file.getFileSystem(configuration);
      files.delete(file, false);
      files.delete(aside, false);
    } catch (IOException e) {
      LOG.warn("{}: cannot be deleted ({}), and is no longer of use", file, e.toString());
    }
  }
}
