package io.github.tgp4j.server;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.ModelFileException;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.text.Names;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The models that are served, from files that may change: {@code houses.tgp} is the model houses,
 * {@code houses/1.tgp} and {@code houses/2.tgp} are two versions of it.
 */
final class ModelShelf {
  private static final int MOST_VERSIONS = 3; // of a directory, the newest

  private final List<Path> sources;
  private final Path own;
  private final Path pins;
  private final Limits limits;
  private final ServerLog log;
  private final Map<String, ServedModel> models = new ConcurrentSkipListMap<>();
  private final Map<Path, FileStamp> refused = new ConcurrentHashMap<>(); // not read again

  /**
   * Of some files and directories.
   *
   * @param home has models that the server makes, and which versions were chosen
   */
  ModelShelf(List<Path> sources, Home home, Limits limits, ServerLog log) {
    this.sources = List.copyOf(sources);
    this.own = home.models();
    this.pins = home.pins();
    this.limits = limits;
    this.log = log;
  }

  /** Refuses what was named and cannot be served; for the start. */
  void requireSources() {
    for (Path source : sources) {
      if (!Files.exists(source)) {
        throw new IllegalArgumentException(
            source + ": expected a model file or a directory of such but there is none");
      }
      if (Files.isRegularFile(source)) {
        ModelFile.read(source).requireTable();
      }
    }
  }

  ServedModel get(String name) {
    ServedModel found = models.get(ModelName.check(name));
    if (found == null) {
      throw ApiException.notFound(
          models.isEmpty()
              ? "model " + name + ": no model is served; fit one, or name a file to tgp serve"
              : Names.unknown("model", name, models.keySet()));
    }
    return found;
  }

  List<ServedModel> all() {
    return List.copyOf(models.values());
  }

  /** Looks for files that are new, changed or gone. */
  synchronized void scan() {
    for (Path source : sources) {
      if (Files.isDirectory(source)) {
        directory(source);
      } else {
        single(source);
      }
    }
    if (Files.isDirectory(own)) {
      directory(own);
    }
  }

  private void directory(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (IOException e) {
      log.warning(directory + ": cannot be read: " + e.getMessage());
      return;
    }
    entries.sort(Comparator.naturalOrder());
    for (Path entry : entries) {
      if (Files.isDirectory(entry)) {
        versions(entry);
      } else if (ModelName.isModelFile(entry)) {
        single(entry);
      }
    }
  }

  /** A file whose every change is a new version. */
  private void single(Path file) {
    ServedModel model = models.get(ModelName.of(file));
    List<ModelVersion> known = model == null ? List.of() : model.versions();
    int next = known.isEmpty() ? 1 : known.get(0).number() + 1;
    if (known.isEmpty() || known.get(0).file().equals(file)) {
      load(ModelName.of(file), next, file, known.isEmpty() ? null : known.get(0).stamp());
    }
  }

  /** A directory of versions. */
  private void versions(Path directory) {
    TreeMap<Integer, Path> found = new TreeMap<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, "*.tgp")) {
      for (Path file : stream) {
        String stem = file.getFileName().toString().replace(".tgp", "");
        if (stem.matches("[1-9][0-9]{0,8}")) {
          found.put(Integer.parseInt(stem), file);
        }
      }
    } catch (IOException e) {
      log.warning(directory + ": cannot be read: " + e.getMessage());
      return;
    }
    String name = ModelName.of(directory);
    ServedModel before = models.get(name);
    List<Integer> wanted =
        new ArrayList<>(found.descendingKeySet().stream().limit(MOST_VERSIONS).toList());
    Integer pinned = pinned(name);
    if (found.containsKey(pinned == null ? -1 : pinned) && !wanted.contains(pinned)) {
      wanted.set(wanted.size() - 1, pinned);
    }
    for (int number : wanted) {
      FileStamp stamp = null;
      if (before != null) {
        for (ModelVersion version : before.versions()) {
          stamp = version.number() == number ? version.stamp() : stamp;
        }
      }
      load(name, number, found.get(number), stamp);
    }
    if (before != null) {
      before.retain(List.copyOf(found.keySet()));
    }
  }

  /** Reads a file unless its stamp is the one of what is in memory. */
  private void load(String name, int number, Path file, FileStamp known) {
    try {
      FileStamp stamp = FileStamp.of(file);
      if (stamp.equals(known) || stamp.equals(refused.get(file))) {
        return;
      }
      refused.put(file, stamp);
      SavedModel saved = ModelFile.read(file).requireTable();
      refused.remove(file);
      put(name, ModelVersion.of(number, saved, file, stamp));
      log.info("loaded " + name + " version " + number);
    } catch (IOException e) {
      log.warning(file + ": cannot be read: " + e.getMessage());
    } catch (ModelFileException e) {
      log.warning(e.getMessage() + "; what was served before stays");
    }
  }

  private void put(String name, ModelVersion version) {
    ServedModel model = models.get(name);
    if (model == null) {
      model = new ServedModel(name, limits, pinned(name));
    }
    model.add(version);
    models.put(name, model);
  }

  /** The version that was chosen by hand; null for the newest. */
  private Integer pinned(String name) {
    Map<String, Object> kept = Home.read(pins.resolve(name + ".json"));
    return kept != null && kept.get("version") instanceof Long number ? number.intValue() : null;
  }

  /** Lets a version answer, now and after a restart; null for the newest. */
  synchronized void pin(ServedModel model, Integer number) {
    if (number != null) {
      model.version(number); // refuses one that is not there
    }
    try {
      Files.createDirectories(pins);
    } catch (IOException e) {
      throw Home.noRoom(e);
    }
    Map<String, Object> kept = new java.util.LinkedHashMap<>();
    kept.put("version", number);
    Home.write(pins.resolve(model.name() + ".json"), kept);
    model.pin(number); // where the disk is full nothing changes
    log.info("model " + model.name() + ": version " + model.active().number() + " answers");
  }

  /**
   * Deletes a model that was fitted here.
   *
   * @param number of the version; null for all of them
   */
  synchronized void delete(ServedModel model, Integer number) {
    Path directory = own.resolve(model.name());
    if (!model.versions().stream().allMatch(version -> version.file().startsWith(directory))) {
      throw ApiException.conflict(
          "model "
              + model.name()
              + ": expected one that was fitted here but it is a file that tgp serve was given;"
              + " remove the file and start the server again");
    }
    if (number != null) {
      Home.delete(model.version(number).file());
      if (Integer.valueOf(number).equals(pinned(model.name()))) {
        pin(model, null);
      }
    }
    if (number == null || Home.entries(directory).isEmpty()) {
      Home.delete(directory);
      Home.delete(pins.resolve(model.name() + ".json"));
      models.remove(model.name());
    }
    scan();
    log.info("deleted " + model.name() + (number == null ? "" : " version " + number));
  }

  /** Keeps a model that was fitted here and serves it; returns its version. */
  synchronized int publish(String name, SavedModel saved) {
    Path directory = own.resolve(ModelName.check(name));
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw Home.noRoom(e);
    }
    int number = 1;
    for (Path file : Home.entries(directory)) {
      String stem = file.getFileName().toString().replace(".tgp", "");
      number =
          stem.matches("[1-9][0-9]{0,8}") ? Math.max(number, Integer.parseInt(stem) + 1) : number;
    }
    ServedModel served = models.get(name);
    if (served != null) {
      number = Math.max(number, served.versions().get(0).number() + 1);
    }
    ModelFile.write(directory.resolve(number + ".tgp"), saved);
    scan();
    return number;
  }
}
