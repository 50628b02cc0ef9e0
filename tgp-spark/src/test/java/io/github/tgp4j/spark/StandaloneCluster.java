package io.github.tgp4j.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;

/**
 * Spark's own standalone cluster on this machine: a master and workers as processes of their own,
 * made of the tests' class path; no distribution has to be installed. Closing it, or the end of
 * this process, ends all of them, executors too.
 */
final class StandaloneCluster implements AutoCloseable {
  private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://\\S+)");
  private static final Pattern REGISTERED = Pattern.compile("Successfully registered with master");
  private static final long START_LIMIT = TimeUnit.SECONDS.toNanos(60);

  private final Path directory;
  private final String memory;
  private final Process master;
  private final String url;
  private final List<Process> workers = new ArrayList<>();
  private final Thread atExit = new Thread(this::killAll);

  /**
   * Starts a cluster whose workers have one core each.
   *
   * @param directory for logs and the files of executors
   */
  StandaloneCluster(Path directory, int workerCount) {
    this(directory, workerCount, "512m");
  }

  /** The same with other memory for each executor. */
  StandaloneCluster(Path directory, int workerCount, String memory) {
    this.directory = directory;
    this.memory = memory;
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      Files.createDirectories(directory.resolve("home/jars")); // where a distribution has Spark's
      master =
          start(
              "master",
              "org.apache.spark.deploy.master.Master",
              "--host",
              "127.0.0.1",
              "--port",
              "0");
      url = await("master", master, MASTER).group(1);
      for (int w = 0; w < workerCount; w++) {
        workers.add(
            start(
                "worker" + w,
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                "127.0.0.1",
                "--cores",
                "1",
                "--memory",
                "4g",
                "--work-dir",
                directory.resolve("work" + w).toString(),
                url));
      }
      for (int w = 0; w < workerCount; w++) {
        await("worker" + w, workers.get(w), REGISTERED);
      }
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** What a driver of this process needs to know. */
  SparkConf conf() {
    return new SparkConf()
        .setMaster(url)
        .setAppName("tgp4j tests")
        .set("spark.executor.memory", memory)
        .set("spark.executor.cores", "1")
        .set("spark.executor.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
        .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "90s")
        .set("spark.cores.max", String.valueOf(workers.size()))
        .set("spark.ui.enabled", "false")
        .set("spark.sql.shuffle.partitions", "2")
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1");
  }

  /** Ends a worker and its executors at once, as a power cut does. */
  void kill(int worker) {
    kill(workers.get(worker));
  }

  boolean isAlive(int worker) {
    return workers.get(worker).isAlive();
  }

  private Process start(String name, String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dlog4j2.configurationFile=org/apache/spark/log4j2-defaults.properties");
    command.addAll(List.of("-cp", classPath(), main, "--webui-port", "0"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log(name));
    Map<String, String> environment = builder.environment();
    environment.put("SPARK_HOME", directory.resolve("home").toString());
    environment.put("SPARK_SCALA_VERSION", "2.13");
    environment.put("SPARK_DIST_CLASSPATH", classPath());
    environment.put("SPARK_LOCAL_IP", "127.0.0.1");
    return builder.start();
  }

  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private File log(String name) {
    return directory.resolve(name + ".log").toFile();
  }

  /** Waits until a process has written a line, as long as it lives, but not forever. */
  private Matcher await(String name, Process process, Pattern line) throws IOException {
    long end = System.nanoTime() + START_LIMIT;
    while (true) {
      String text = Files.readString(log(name).toPath());
      Matcher matcher = line.matcher(text);
      if (matcher.find()) {
        return matcher;
      }
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new IllegalStateException(
            name + ": expected a line with " + line + " but its log has:\n" + text);
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(name + ": the wait for it was interrupted", e);
      }
    }
  }

  private static void kill(Process process) {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
  }

  private void killAll() {
    workers.forEach(StandaloneCluster::kill);
    if (master != null) {
      kill(master);
    }
  }

  @Override
  public void close() {
    killAll();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // this process is ending, and the hook runs anyway
    }
  }
}
