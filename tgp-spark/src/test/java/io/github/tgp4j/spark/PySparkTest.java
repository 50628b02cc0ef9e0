package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Python package's own tests, where the Python of the variable TGP4J_PYTHON, or else python3 of
 * the PATH, has PySpark and pytest; those over Spark Connect too, where it has what these need.
 */
class PySparkTest {
  private static final String PYTHON = System.getenv().getOrDefault("TGP4J_PYTHON", "python3");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"pyspark.ml, pytest", "pyspark.ml, pytest, grpc_status, pyarrow, pandas"})
  void theTestsOfThePackagePass(String modules) throws Exception {
    assumeTrue(
        has(modules), PYTHON + " lacks " + modules + "; TGP4J_PYTHON may name another Python");
    Path log = directory.resolve("log");
    ProcessBuilder python =
        new ProcessBuilder(PYTHON, "-m", "pytest", "-q", "python/tests")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    python.environment().put("TGP4J_JARS", String.join(",", jars()));
    python.environment().put("PYTHONPATH", "python");
    python.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    python.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    if (modules.contains("grpc_status")) {
      python.environment().put("SPARK_REMOTE", "local[2]");
    }
    Process process = python.start();
    try {
      boolean ended = process.waitFor(4, TimeUnit.MINUTES);
      assertThat(ended && process.exitValue() == 0).as(Files.readString(log)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static boolean has(String modules) throws InterruptedException {
    try {
      return new ProcessBuilder(PYTHON, "-c", "import " + modules)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  /** This module, the core and what it needs, but not Spark, which Python has. */
  private List<String> jars() throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : StandaloneCluster.classPath().split(File.pathSeparator)) {
      Path path = Path.of(entry);
      String name = path.getFileName().toString();
      if (Files.isDirectory(path) && !path.endsWith("test-classes") && !path.endsWith("test")) {
        jars.add(jar(path, directory.resolve("classes" + jars.size() + ".jar")).toString());
      } else if (name.matches("(tgp-core|commons-(numbers|statistics|rng)).*\\.jar")) {
        jars.add(entry);
      }
    }
    return jars;
  }

  private static Path jar(Path classes, Path to) throws IOException {
    try (OutputStream out = Files.newOutputStream(to);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(
            new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, zip);
      }
    }
    return to;
  }
}
