package io.github.tgp4j.benchmarks.serve;

import io.github.tgp4j.benchmarks.fuzz.ScratchDirectory;
import io.github.tgp4j.benchmarks.rows.SpeedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * {@code ./bench serve}: single rows predicted over HTTP beside a handler that only echoes the same
 * JSON, by the same client in the same run, and a million rows of CSV. {@code ./bench serve
 * --minutes 60}: mixed load for an hour in which heap, threads, files and disk must not grow.
 */
public final class ServeBench {
  private static final int CONNECTIONS = 8;
  private static final int MEGABYTES = 1200; // of heap
  private static final int NATIVE_MEGABYTES = 500; // beside it, for code, threads and DuckDB

  private final ScratchDirectory scratch = new ScratchDirectory("serve");
  private final boolean record;
  private final double seconds;
  private final double minutes;
  private final double rate;
  private final int rows;

  private ServeBench(boolean record, double seconds, double minutes, double rate, int rows) {
    this.record = record;
    this.seconds = seconds;
    this.minutes = minutes;
    this.rate = rate;
    this.rows = rows;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> given = List.of(args);
    ServeBench bench =
        new ServeBench(
            given.contains("--record"),
            number(given, "--seconds", 10),
            number(given, "--minutes", 1),
            number(given, "--rate", 300),
            (int) number(given, "--rows", 1_000_000));
    boolean well = true;
    try {
      if (given.contains("--minutes")) {
        well = bench.mixed();
      } else {
        bench.speed();
      }
    } finally {
      bench.scratch.delete();
    }
    if (!well) {
      System.exit(1);
    }
  }

  private static double number(List<String> given, String name, double standard) {
    int at = given.indexOf(name);
    return at < 0 ? standard : Double.parseDouble(given.get(at + 1));
  }

  /** How fast. */
  private void speed() throws IOException, InterruptedException {
    Path models = ServeModels.into(scratch.file("models"));
    String row = "{\"rows\": [" + ServeModels.row(new SplittableRandom(3)) + "]}";
    byte[] body = row.getBytes(StandardCharsets.UTF_8);
    byte[] echo = Connection.post("/echo", "application/json", body);
    byte[] svgp = Connection.post("/v1/models/svgp/predict", "application/json", body);
    byte[] network = Connection.post("/v1/models/ba-tgp/predict", "application/json", body);
    try (ServerProcess beside =
            ServerProcess.source(
                scratch.file("echo.log"),
                MEGABYTES,
                Path.of("tgp-benchmarks", "peers", "EchoServer.java"));
        ServerProcess server =
            ServerProcess.serve(
                scratch.file("log.txt"),
                MEGABYTES,
                models,
                "--quiet",
                "--home",
                scratch.file("home"))) {
      new Load(beside.port(), echo, CONNECTIONS).warm();
      new Load(server.port(), svgp, CONNECTIONS).warm();
      double[] all = new double[2];
      for (int turn = 0; turn < 2; turn++) { // in turns, so that both see the same machine
        all[0] += new Load(beside.port(), echo, CONNECTIONS).flat(seconds).perSecond() / 2;
        all[1] += new Load(server.port(), svgp, CONNECTIONS).flat(seconds).perSecond() / 2;
      }
      tell("echo of the same JSON", "per_second", all[0]);
      tell("SVGP, one row", "per_second", all[1]);
      tell("SVGP, one row beside the echo", "ratio", all[1] / all[0]);
      Load.Times half = new Load(server.port(), svgp, CONNECTIONS).paced(seconds, all[1] / 2);
      tell("SVGP, one row, at half that load", "p50_ms", 1000 * half.quantile(0.5));
      tell("SVGP, one row, at half that load", "p99_ms", 1000 * half.quantile(0.99));
      new Load(server.port(), network, CONNECTIONS).warm();
      Load.Times slow = new Load(server.port(), network, CONNECTIONS).flat(seconds);
      tell("BA-TGP, one row", "per_second", slow.perSecond());
      stream(server);
      tell("stop", "exit_code", server.stop());
    }
  }

  /** Rows of CSV that no heap of this size would hold with their predictions. */
  private void stream(ServerProcess server) throws IOException {
    byte[] thousand =
        ServeModels.lines(1000, new SplittableRandom(2)).getBytes(StandardCharsets.UTF_8);
    URL url = new URL("http://127.0.0.1:" + server.port() + "/v1/models/svgp/predict");
    long before = server.status("VmHWM");
    long begin = System.nanoTime();
    HttpURLConnection http = (HttpURLConnection) url.openConnection();
    http.setRequestMethod("POST");
    http.setDoOutput(true);
    http.setChunkedStreamingMode(1 << 16);
    http.setRequestProperty("Content-Type", "text/csv");
    try (var out = http.getOutputStream()) {
      out.write(ServeModels.header().getBytes(StandardCharsets.UTF_8));
      for (int k = 0; k < rows / 1000; k++) {
        out.write(thousand);
      }
    }
    long lines = 0;
    byte[] buffer = new byte[1 << 16];
    try (var in = http.getInputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        for (int i = 0; i < n; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
      }
    }
    if (lines != rows + 1L) {
      throw new IOException("expected " + (rows + 1L) + " lines but got " + lines);
    }
    String what = String.format(Locale.ROOT, "%,d rows of CSV", rows);
    tell(what, "rows_per_second", rows / ((System.nanoTime() - begin) / 1e9));
    tell(what, "peak_mb_more", (server.status("VmHWM") - before) / 1024.0);
  }

  /** Mixed load; fails where an answer is wrong, or where the server holds more and more. */
  private boolean mixed() throws IOException, InterruptedException {
    Path models = ServeModels.into(scratch.file("models"));
    Path home = scratch.file("home");
    try (ServerProcess server =
        ServerProcess.serve(
            scratch.file("log.txt"), MEGABYTES, models, "--quiet", "--home", home)) {
      MixedLoad load = new MixedLoad(server, home, rate);
      List<Held> held = load.run(minutes, this::tell);
      String what = String.format(Locale.ROOT, "mixed load, %.0f minutes", minutes);
      tell(what, "requests", load.requests());
      boolean well = tellGrowth(what, held);
      tell("stop after mixed load", "exit_code", server.stop());
      load.faults().forEach(fault -> System.out.println("wrong: " + fault));
      tell(what, "wrong_answers", load.faults().size());
      String log = Files.readString(scratch.file("log.txt"));
      log.lines().filter(line -> line.contains("\"error\"")).limit(5).forEach(System.out::println);
      return well && load.faults().isEmpty() && !log.contains("\"error\"");
    }
  }

  private boolean tellGrowth(String what, List<Held> held) throws IOException {
    Held last = held.get(held.size() - 1);
    boolean well = grows(what, "heap_mb", held, Held::heap, Math.max(2, 0.05 * last.heap()));
    well &= grows(what, "threads", held, Held::threads, 2);
    well &= grows(what, "files", held, Held::files, 2);
    well &= grows(what, "disk_mb", held, Held::disk, 1);
    double resident = held.stream().mapToDouble(Held::resident).max().orElseThrow();
    tell(what, "resident_mb_most", resident);
    well &= resident < MEGABYTES + NATIVE_MEGABYTES;
    System.out.println(well ? "nothing grows" : "something grows");
    return well;
  }

  private boolean grows(
      String what, String quantity, List<Held> held, ToDoubleFunction<Held> of, double allowance)
      throws IOException {
    double[] hours = held.stream().mapToDouble(Held::hours).toArray();
    Growth growth = Growth.of(hours, held.stream().mapToDouble(of).toArray());
    tell(what, quantity + "_last", of.applyAsDouble(held.get(held.size() - 1)));
    tell(what, quantity + "_per_hour", growth.perHour());
    boolean well = !growth.exceeds(allowance);
    if (!well) {
      System.out.printf(
          Locale.ROOT,
          "%s grows: by %.3g ± %.2g per hour in the second half%n",
          quantity,
          growth.perHour(),
          growth.standardError());
    }
    return well;
  }

  private void tell(Held held) {
    System.out.println(held.text());
    if (record) {
      try {
        held.record(SpeedFile.RESULTS);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void tell(String setting, String quantity, double value) throws IOException {
    System.out.printf(Locale.ROOT, "%-45s %-16s %12.4g%n", setting, quantity, value);
    if (record) {
      int threads = Runtime.getRuntime().availableProcessors();
      new SpeedFile(SpeedFile.RESULTS)
          .append(new SpeedFile.Key("serve", setting, threads, "tgp4j", quantity), value);
    }
  }
}
