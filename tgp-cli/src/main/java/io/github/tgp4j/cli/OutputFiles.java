package io.github.tgp4j.cli;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.ModelFileException;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.io.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files to be written: checked before the work, written aside and renamed after it. */
final class OutputFiles {
  private OutputFiles() {}

  /** Complains now about a file that could not, or must not, be written later. */
  static void check(Path file, boolean force) {
    if (Files.isDirectory(file)) {
      throw new UserException(file + ": is a directory; expected a file name to write to");
    }
    Path real;
    try {
      real = WholeFile.resolve(file);
    } catch (IOException e) {
      throw new UserException(file + ": cannot be written: " + reason(e));
    }
    if (Files.exists(real) && !force) {
      throw new UserException(
          file
              + ": exists already, and is left as it is; write over it with --force, or choose"
              + " another name, such as "
              + free(file, false));
    }
    Path parent = real.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new UserException(file + ": there is no directory " + parent + "; create it first");
    }
    if (!Files.isWritable(parent) || Files.exists(real) && !Files.isWritable(real)) {
      throw new UserException(file + ": cannot be written; look at the permissions of " + parent);
    }
  }

  /**
   * The name itself, or one with a number where another process has taken it since {@link #check}.
   */
  static Path free(Path file, boolean force) {
    Path free = file;
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length();
    for (int k = 2; !force && Files.exists(free); k++) {
      free = file.resolveSibling(name.substring(0, dot) + "-" + k + name.substring(dot));
    }
    return free;
  }

  /**
   * Writes a model that may have taken hours. Where it cannot be written, as to a disk that is full
   * or a directory that is gone, it goes to the temporary directory.
   *
   * @throws UserException that says where it is, if not in the file wanted
   */
  static void write(Path file, SavedModel model) {
    try {
      ModelFile.write(file, model);
    } catch (ModelFileException e) {
      Path aside = writeAside(file.getFileName(), model);
      if (aside == null) {
        throw e;
      }
      throw new UserException(
          e.getMessage() + ". The model is not lost: it is in " + aside + "; move it from there");
    }
  }

  /** Into a new directory that is this user's alone; null where that fails too. */
  private static Path writeAside(Path name, SavedModel model) {
    try {
      Path directory = Files.createTempDirectory("tgp-model-");
      try {
        Path file = directory.resolve(name);
        ModelFile.write(file, model);
        return file;
      } catch (ModelFileException e) {
        Files.deleteIfExists(directory);
        return null;
      }
    } catch (IOException e) {
      return null;
    }
  }

  /** Writes text aside, then renames: a reader never sees half a file. */
  static void write(Path file, String text) {
    try (WholeFile whole = WholeFile.at(file)) {
      Files.writeString(whole.part(), text, StandardCharsets.UTF_8);
      whole.finish();
    } catch (IOException e) {
      throw new UserException(file + ": cannot be written (" + reason(e) + ")");
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : e.toString();
  }
}
