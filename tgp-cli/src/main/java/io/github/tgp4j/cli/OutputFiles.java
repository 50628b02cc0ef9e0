package io.github.tgp4j.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files to be written: checked before the work, written aside and renamed after it. */
final class OutputFiles {
  private OutputFiles() {}

  /** Complains now about a file that could not, or must not, be written later. */
  static void check(Path file, boolean force) {
    if (Files.isDirectory(file)) {
      throw new UserException(file + ": is a directory; expected a file name to write to");
    }
    if (Files.exists(file) && !force) {
      throw new UserException(
          file + ": exists already; name another file, or write over it with --force");
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new UserException(file + ": there is no directory " + parent + "; create it first");
    }
    if (!Files.isWritable(parent) || Files.exists(file) && !Files.isWritable(file)) {
      throw new UserException(file + ": cannot be written; look at the permissions of " + parent);
    }
  }

  /** Writes text aside, then renames: a reader never sees half a file. */
  static void write(Path file, String text) {
    Path aside =
        file.resolveSibling(
            "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      try {
        Files.writeString(aside, text, StandardCharsets.UTF_8);
        Files.move(
            aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(aside);
      }
    } catch (IOException e) {
      throw new UserException(file + ": cannot be written (" + e + ")");
    }
  }
}
