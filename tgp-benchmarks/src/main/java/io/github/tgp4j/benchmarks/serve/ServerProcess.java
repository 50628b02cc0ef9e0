package io.github.tgp4j.benchmarks.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a process of its own. */
public final class ServerProcess implements AutoCloseable {
  private static final String READY = "tgp serves at ";

  private final Process process;
  private final int port;

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** {@code tgp serve} with these arguments, at a port that is free. */
  public static ServerProcess serve(Path log, int megabytes, Object... arguments)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("io.github.tgp4j.cli.Main", "serve"));
    for (Object argument : arguments) {
      line.add(argument.toString());
    }
    line.addAll(List.of("--port", "0"));
    return start(log, megabytes, line);
  }

  /** A program in one source file. */
  static ServerProcess source(Path log, int megabytes, Path file) throws IOException {
    return start(log, megabytes, List.of(file.toString()));
  }

  private static ServerProcess start(Path log, int megabytes, List<String> what)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "--add-modules=jdk.incubator.vector",
            "-XX:+UseParallelGC",
            "-Xss4m",
            "-Xmx" + megabytes + "m"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.addAll(what);
    Process process = new ProcessBuilder(line).redirectError(log.toFile()).start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String said = out.readLine(); said != null; said = out.readLine()) {
      if (said.startsWith(READY)) {
        return new ServerProcess(
            process, Integer.parseInt(said.substring(said.lastIndexOf(':') + 1).trim()));
      }
    }
    throw new IOException("the server did not start: " + Files.readString(log).trim());
  }

  public int port() {
    return port;
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Files and connections that it has open; −1 where the system does not say. */
  int openFiles() throws IOException {
    Path directory = Path.of("/proc", Long.toString(process.pid()), "fd");
    if (!Files.isDirectory(directory)) {
      return -1;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return (int) files.count();
    }
  }

  /** A line of its status, in kB or a count; −1 where the system does not say. */
  long status(String name) throws IOException {
    Path file = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.isReadable(file)) {
      return -1;
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(-1);
  }

  /**
   * Bytes of the objects that its heap holds: it collects what nobody refers to and counts the rest
   * while nothing else happens.
   */
  double liveBytes() throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process count =
        new ProcessBuilder(jcmd, Long.toString(process.pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String said = new String(count.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    String last = said.substring(said.lastIndexOf('\n') + 1); // Total, objects, bytes
    if (count.waitFor() != 0 || !last.startsWith("Total")) {
      throw new IOException("jcmd: " + last);
    }
    return Double.parseDouble(last.split("\\s+")[2]);
  }

  /** kill −9. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Lets it end by itself; its exit code. */
  public int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
