package io.github.tgp4j.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code tgp serve} is told. */
public final class ServeOptions {
  @Parameters(
      paramLabel = "MODEL|DIR",
      arity = "0..*",
      description =
          "Model files of tgp fit, and directories of such: houses.tgp is the model houses, and so is"
              + " the newest of houses/1.tgp, houses/2.tgp … Files that change are loaded again.")
  private List<Path> models = List.of();

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Port; 0 for any that is free (default: 8080).")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen at (default: 127.0.0.1, this machine alone; 0.0.0.0 for all needs"
              + " --keys).")
  private String host;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "tgp-home",
      description =
          "Where uploaded tables, fits and their models are kept (default: tgp-home, made when first"
              + " needed).")
  private Path home;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "Keys that requests must bear, one per line: a role (predict, fit or admin), a blank, and"
              + " the key or sha256: and its hash.")
  private Path keys;

  @Option(
      names = "--no-keys",
      description = "Let everyone who reaches an address beyond this machine do everything.")
  private boolean open;

  @Option(
      names = "--tls",
      paramLabel = "FILE",
      description =
          "Serve HTTPS with the certificate and key of this PKCS#12 file; its password is in the"
              + " environment variable TGP_TLS_PASSWORD.")
  private Path tls;

  @Option(
      names = "--max-body",
      paramLabel = "MB",
      defaultValue = "16",
      description = "Largest request that is held in memory (default: 16).")
  private int bodyMegabytes;

  @Option(
      names = "--max-upload",
      paramLabel = "MB",
      defaultValue = "512",
      description = "Largest table that is uploaded, or streamed for predictions (default: 512).")
  private int uploadMegabytes;

  @Option(
      names = "--max-home",
      paramLabel = "MB",
      defaultValue = "4096",
      description =
          "Most that uploads, fits and their models may take in the home directory (default:"
              + " 4096).")
  private int homeMegabytes;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      defaultValue = "100000",
      description =
          "Most rows of one JSON request; streams of CSV and NDJSON have no such limit (default:"
              + " 100000).")
  private int rows;

  @Option(
      names = "--max-requests",
      paramLabel = "N",
      defaultValue = "64",
      description = "Requests that are worked on at a time; others get 429 (default: 64).")
  private int requests;

  @Option(
      names = "--max-fits",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fits at a time; up to ten times as many wait (default: 1).")
  private int fits;

  @Option(
      names = "--threads",
      paramLabel = "K",
      description = "Predictions of one model at a time (default: all cores).")
  private Integer threads;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = ModelOptions.TimeConverter.class,
      description = "Time for a request to arrive, and for its answer (default: 30s).")
  private Duration timeout;

  @Option(
      names = "--reload",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = ModelOptions.TimeConverter.class,
      description = "How often model files are looked at for changes (default: 5s).")
  private Duration reload;

  @Option(names = "--quiet", description = "Log no requests.")
  private boolean quiet;

  ServeOptions() {}

  public List<Path> models() {
    return models;
  }

  public int port() {
    return port;
  }

  public String host() {
    return host;
  }

  public Path home() {
    return home;
  }

  /** A file of keys; null for none. */
  public Path keys() {
    return keys;
  }

  /** Whether everyone may do everything. */
  public boolean isOpen() {
    return open;
  }

  /** A PKCS#12 file; null for plain HTTP. */
  public Path tls() {
    return tls;
  }

  public long bodyBytes() {
    return (long) bodyMegabytes << 20;
  }

  public long uploadBytes() {
    return (long) uploadMegabytes << 20;
  }

  public long homeBytes() {
    return (long) homeMegabytes << 20;
  }

  public int rows() {
    return rows;
  }

  public int requests() {
    return requests;
  }

  public int fits() {
    return fits;
  }

  public int threads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  public Duration timeout() {
    return timeout;
  }

  public Duration reload() {
    return reload;
  }

  public boolean isQuiet() {
    return quiet;
  }

  /** Complains about what makes no sense. */
  void check() {
    require("--port", port >= 0 && port < 65536, "0 to 65535", port);
    require("--max-body", bodyMegabytes >= 1 && bodyMegabytes <= 1024, "1 to 1024", bodyMegabytes);
    require("--max-upload", uploadMegabytes >= 1, "at least 1", uploadMegabytes);
    require("--max-home", homeMegabytes >= 1, "at least 1", homeMegabytes);
    require("--max-rows", rows >= 1, "at least 1", rows);
    require("--max-requests", requests >= 1 && requests <= 1000, "1 to 1000", requests);
    require("--max-fits", fits >= 0 && fits <= 64, "0 to 64", fits);
    require("--threads", threads == null || threads >= 1, "at least 1", threads);
  }

  private static void require(String name, boolean holds, String expected, Object got) {
    if (!holds) {
      throw new UserException(name + ": expected " + expected + " but got " + got);
    }
  }
}
