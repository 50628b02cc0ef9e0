package io.github.tgp4j.server;

import io.github.tgp4j.io.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The server's directory: {@code tables/ID}, {@code fits/ID} and {@code models/NAME/VERSION.tgp}.
 * What was acknowledged is there after a crash; what was not complete is thrown away at the next
 * start. No request names a path: identifiers are ours, names of models are checked.
 */
final class Home {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.server");
  private static final Pattern ID = Pattern.compile("[a-z0-9]{12}");
  private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
  private static final String PART = ".part";

  private final Path root;
  private final Limits limits;
  private final SecureRandom random = new SecureRandom();

  Home(Path root, Limits limits) {
    this.root = root;
    this.limits = limits;
  }

  Path models() {
    return root.resolve("models");
  }

  Path tables() {
    return root.resolve("tables");
  }

  Path fits() {
    return root.resolve("fits");
  }

  /** Which versions were chosen by hand. */
  Path pins() {
    return root.resolve("pins");
  }

  /** Where answers lie until they are sent. */
  Path answers() {
    return root.resolve("answers");
  }

  /** A text without the places of files in here, which are nobody's business. */
  String hide(String text) {
    String out = text;
    for (Path place : List.of(root.toAbsolutePath(), root)) {
      out = out.replaceAll(Pattern.quote(place.toString()) + "(/[\\w.-]+)*/", "");
    }
    return out;
  }

  String newId() {
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return id.toString();
  }

  /** An identifier out of an address. */
  static String checkId(String what, String id) {
    if (!ID.matcher(id).matches()) {
      throw ApiException.notFound(what + ": there is none of that identifier");
    }
    return id;
  }

  /** Throws away what was not complete when the server ended last time. */
  void clean() {
    delete(answers());
    for (Path directory : List.of(tables(), fits())) {
      for (Path entry : entries(directory)) {
        if (entry.getFileName().toString().endsWith(PART)) {
          delete(entry);
        }
      }
    }
  }

  /** The directories of a directory by name; none where it is not there. */
  static List<Path> entries(Path directory) {
    List<Path> out = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
        stream.forEach(out::add);
      } catch (IOException e) {
        throw new IllegalStateException("the home directory cannot be read", e);
      }
    }
    out.sort(Comparator.naturalOrder());
    return out;
  }

  /** Bytes of all tables, fits and models that were fitted here. */
  long used() {
    return size(tables()) + size(fits()) + size(models());
  }

  private static long size(Path directory) {
    long[] sum = {0};
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
              sum[0] += about.isRegularFile() ? about.size() : 0;
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              return FileVisitResult.CONTINUE; // renamed or deleted just now
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new IllegalStateException("the home directory cannot be read", e);
    }
    return sum[0];
  }

  /** Room for one more; refuses where there is none. */
  long requireRoom() {
    long room = limits.homeBytes() - used();
    if (room <= 0) {
      throw new ApiException(
          507,
          "home: tables, fits and models take all the room that they may; delete some (DELETE"
              + " /v1/tables/ID, /v1/fits/ID, /v1/models/NAME?version=1)");
    }
    return room;
  }

  /** A new directory that is not complete yet. */
  Path begin(Path parent, String id) {
    try {
      return Files.createDirectories(parent.resolve(id + PART));
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  /** Gives a complete directory its name. */
  Path finish(Path part) {
    String name = part.getFileName().toString();
    Path whole = part.resolveSibling(name.substring(0, name.length() - PART.length()));
    try {
      Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
      force(whole.getParent());
      return whole;
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  /** Waits until the names in a directory are on the disk, where the system can say so. */
  private static void force(Path directory) {
    try (FileChannel channel = FileChannel.open(directory)) {
      channel.force(true);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "directories cannot be forced to disk here", e);
    }
  }

  /** Copies a stream to a file and waits until it is on the disk. */
  static long copy(InputStream from, Path to, long most) {
    long count = 0;
    try (OutputStream out = Files.newOutputStream(to)) {
      byte[] buffer = new byte[1 << 16];
      for (int n = read(from, buffer); n >= 0; n = read(from, buffer)) {
        count += n;
        if (count > most) {
          throw new ApiException(
              507, "home: the table is larger than the room that is left; delete some tables");
        }
        out.write(buffer, 0, n);
      }
    } catch (IOException e) {
      throw noRoom(e);
    }
    try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
      channel.force(true);
    } catch (IOException e) {
      throw noRoom(e);
    }
    return count;
  }

  private static int read(InputStream from, byte[] buffer) {
    try {
      return from.read(buffer);
    } catch (IOException e) {
      throw Body.unreadable(e);
    }
  }

  static ApiException noRoom(IOException e) {
    boolean full = String.valueOf(e.getMessage()).contains("No space left");
    return new ApiException(
        507,
        full
            ? "home: the disk is full; delete tables, fits or models, or make room on the disk"
            : "home: cannot be written ("
                + e.getClass().getSimpleName()
                + "); is it a directory"
                + " that the server may write to?");
  }

  /** Writes plain values whole or not at all. */
  static void write(Path file, Object value) {
    write(file, JsonText.bytes(value));
  }

  static void write(Path file, byte[] bytes) {
    try (WholeFile whole = WholeFile.at(file)) {
      Files.write(whole.part(), bytes);
      whole.finish();
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  /** Reads plain values; null where there is no such file, or it is none of ours. */
  static Map<String, Object> read(Path file) {
    try {
      return Files.isRegularFile(file) ? JsonTree.object(Files.readAllBytes(file)) : null;
    } catch (IOException | ApiException e) {
      return null;
    }
  }

  static void delete(Path path) {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the home directory cannot be changed", e);
    }
  }
}
