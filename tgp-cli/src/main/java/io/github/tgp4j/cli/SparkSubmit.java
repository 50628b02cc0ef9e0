package io.github.tgp4j.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Hands a fit over to the user's own Spark: {@code spark-submit} with the jars of this command. */
final class SparkSubmit {
  private static final String APPLICATION = "io.github.tgp4j.spark.FitApplication";

  /** What executors need beside Spark; Spark brings netlib. */
  private static final Pattern JARS =
      Pattern.compile(
          "(tgp-core|tgp-openblas|commons-(numbers|statistics|rng)|openblas|javacpp)-.*\\.jar");

  private static final Pattern SPARK_JAR =
      Pattern.compile("tgp-spark-.*(?<!-(sources|javadoc|tests))\\.jar");

  private final Map<String, String> environment;
  private final String classPath;
  private final Path home; // where this command lies

  SparkSubmit(Map<String, String> environment, String classPath, Path home) {
    this.environment = environment;
    this.classPath = classPath;
    this.home = home;
  }

  /** Of this process. */
  static SparkSubmit here() {
    return new SparkSubmit(System.getenv(), System.getProperty("java.class.path"), home());
  }

  /** Where this command lies: in the archive, or in the sources. */
  private static Path home() {
    try {
      return Path.of(SparkSubmit.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of this command has no path", e);
    }
  }

  /**
   * The command line.
   *
   * @param master of the cluster: {@code local[4]}, {@code yarn}, {@code spark://host:7077}
   * @param arguments of {@code tgp fit} without --spark and its value
   */
  List<String> command(String master, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(program().toString());
    command.addAll(List.of("--master", master, "--class", APPLICATION));
    String jars = String.join(",", jars());
    if (!jars.isEmpty()) {
      command.addAll(List.of("--jars", jars));
    }
    command.add(application().toString());
    command.addAll(arguments);
    return command;
  }

  /** Runs it to its end; what it prints is printed. */
  int run(String master, List<String> arguments) {
    try {
      return new ProcessBuilder(command(master, arguments)).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UserException("--spark: spark-submit cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 130;
    }
  }

  private Path program() {
    List<Path> places = new ArrayList<>();
    if (environment.get("SPARK_HOME") != null) {
      places.add(Path.of(environment.get("SPARK_HOME"), "bin"));
    }
    for (String place : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      places.add(Path.of(place));
    }
    for (Path place : places) {
      Path program = place.resolve("spark-submit");
      if (Files.isExecutable(program)) {
        return program;
      }
    }
    throw new UserException(
        "--spark: expected Spark 4.0.1 or newer, whose spark-submit is neither in SPARK_HOME/bin nor"
            + " on the PATH; install it, or let SPARK_HOME name its directory");
  }

  private List<String> jars() {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .flatMap(entry -> entry.endsWith("*") ? in(Path.of(entry).getParent()) : oneOf(entry))
        .filter(jar -> JARS.matcher(Path.of(jar).getFileName().toString()).matches())
        .distinct()
        .toList();
  }

  private static Stream<String> oneOf(String entry) {
    return entry.isEmpty() ? Stream.empty() : Stream.of(entry);
  }

  private static Stream<String> in(Path directory) {
    List<String> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*.jar")) {
      all.forEach(file -> files.add(file.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.sort(null);
    return files.stream();
  }

  /** In the directory lib of the archive, or in tgp-spark's own of the sources. */
  private Path application() {
    for (Path above = home; above != null; above = above.getParent()) {
      for (Path place : List.of(above.resolve("lib"), above.resolve("tgp-spark/target"))) {
        for (String jar : Files.isDirectory(place) ? in(place).toList() : List.<String>of()) {
          if (SPARK_JAR.matcher(Path.of(jar).getFileName().toString()).matches()) {
            return Path.of(jar);
          }
        }
      }
    }
    throw new UserException(
        "--spark: expected tgp-spark's jar in lib, beside the command's own, but there is none; in the"
            + " sources mvn -pl tgp-spark -am -DskipTests package makes it");
  }
}
