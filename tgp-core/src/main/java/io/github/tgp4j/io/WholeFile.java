package io.github.tgp4j.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that is written aside, in the same directory, and renamed when it is complete: whoever
 * looks sees the old file or the whole new one, also after a loss of power. Closing it before
 * {@link #finish} leaves everything as it was.
 *
 * <p>A symbolic link stays a link: the file that it leads to is written. What is there already must
 * be a regular file, never a device, a pipe or a socket.
 */
public final class WholeFile implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.io");
  private static final AtomicLong COUNTER = new AtomicLong();
  private static final int MOST_LINKS = 40;

  /** A part is left behind by a dead process if nothing was written to it for so long. */
  private static final long LEFT_BEHIND_SECONDS = 600;

  private final Path target;
  private final Path part;

  private WholeFile(Path target) {
    this.target = target;
    String unique = ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet();
    this.part = target.resolveSibling("." + target.getFileName() + "." + unique + ".part");
  }

  /**
   * Begins a file; nothing is written yet.
   *
   * @throws IOException when something else than a regular file has this name
   */
  public static WholeFile at(Path to) throws IOException {
    WholeFile file = new WholeFile(resolve(to));
    file.sweep();
    return file;
  }

  /**
   * The file that a name leads to, which need not be there.
   *
   * @throws IOException when it is there and not a regular file
   */
  public static Path resolve(Path to) throws IOException {
    Path file = to.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(file); links++) {
      if (links == MOST_LINKS) {
        throw new FileSystemException(to.toString(), null, "symbolic links that lead in a circle");
      }
      file = file.resolveSibling(Files.readSymbolicLink(file));
    }
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file)) {
      throw new FileSystemException(
          to.toString(),
          null,
          "not a regular file but a "
              + (Files.isDirectory(file) ? "directory" : "device, pipe or socket")
              + "; name a file");
    }
    return file;
  }

  /** Where to write what becomes the file. */
  public Path part() {
    return part;
  }

  /** Gives what was written its name; a file that had the name is replaced. */
  public void finish() throws IOException {
    try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    try {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
    try (FileChannel directory = FileChannel.open(target.getParent())) {
      directory.force(true);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "directories cannot be forced to disk here", e);
    }
  }

  /** Throws away what was written, unless it was finished. */
  @Override
  public void close() {
    discard(part);
  }

  private static void discard(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "left behind: " + part, e);
    }
  }

  /** Deletes the parts of this file that processes left which were killed. */
  private void sweep() {
    Pattern left =
        Pattern.compile(
            Pattern.quote("." + target.getFileName() + ".") + "(\\d{1,18})-\\d+\\.part");
    try (DirectoryStream<Path> beside = Files.newDirectoryStream(target.getParent(), ".*.part")) {
      for (Path path : beside) {
        Matcher name = left.matcher(path.getFileName().toString());
        if (name.matches() && isLeftBehind(path, Long.parseLong(name.group(1)))) {
          discard(path);
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      LOG.log(System.Logger.Level.DEBUG, "no look for parts left behind", e);
    }
  }

  /**
   * Whether a file or directory belongs to a process that is no more. One of another machine, which
   * shares the disk, would have written to it lately.
   */
  public static boolean isLeftBehind(Path path, long process) throws IOException {
    boolean alive = ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
    Instant written = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
    return !alive && written.isBefore(Instant.now().minusSeconds(LEFT_BEHIND_SECONDS));
  }
}
