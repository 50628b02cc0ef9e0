package io.github.tgp4j.benchmarks.serve;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.benchmarks.fuzz.ScratchDirectory;
import io.github.tgp4j.benchmarks.rows.SpeedFile;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TableBuilder;
import io.github.tgp4j.io.ModelFile;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * {@code ./bench serve}: single rows predicted over HTTP beside a handler that only echoes the same
 * JSON, by the same client in the same run; a million rows of CSV; and mixed load for some minutes,
 * after which heap, threads and files must be what they were.
 */
public final class ServeBench {
  private static final int INPUTS = 8;
  private static final int CONNECTIONS = 8;
  private static final int MEGABYTES = 1200;

  private final ScratchDirectory scratch = new ScratchDirectory("serve");
  private final boolean record;
  private final double seconds;
  private final double minutes;
  private final int rows;

  private ServeBench(boolean record, double seconds, double minutes, int rows) {
    this.record = record;
    this.seconds = seconds;
    this.minutes = minutes;
    this.rows = rows;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> given = List.of(args);
    ServeBench bench =
        new ServeBench(
            given.contains("--record"),
            number(given, "--seconds", 10),
            number(given, "--minutes", 1),
            (int) number(given, "--rows", 1_000_000));
    try {
      bench.run();
    } finally {
      bench.scratch.delete();
    }
  }

  private static double number(List<String> given, String name, double standard) {
    int at = given.indexOf(name);
    return at < 0 ? standard : Double.parseDouble(given.get(at + 1));
  }

  private void run() throws IOException, InterruptedException {
    Path models = Files.createDirectory(scratch.file("models"));
    ModelFile.write(models.resolve("svgp.tgp"), fit(ModelKind.SVGP).fit());
    ModelFile.write(models.resolve("ba-tgp.tgp"), fit(ModelKind.BA_TGP).fit());
    String row = "{\"rows\": [" + row(new SplittableRandom(3)) + "]}";
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
      soak(server, List.of(svgp, network, Connection.get("/v1/models")));
      tell("stop", "exit_code", server.stop());
    }
  }

  private static AutoFit fit(ModelKind kind) {
    SplittableRandom random = new SplittableRandom(1);
    int count = 1000;
    double[][] x = new double[INPUTS][count];
    double[] y = new double[count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < INPUTS; j++) {
        x[j][i] = random.nextGaussian();
      }
      y[i] = Math.sin(2 * x[0][i]) + 0.5 * x[1][i] + 0.2 * random.nextGaussian();
    }
    TableBuilder table = Table.builder();
    for (int j = 0; j < INPUTS; j++) {
      table.number("x" + j, x[j]);
    }
    return AutoFit.of(table.number("y", y).build(), "y")
        .model(kind)
        .inducing(100)
        .epochs(30)
        .withScores(false);
  }

  private static String row(SplittableRandom random) {
    StringBuilder out = new StringBuilder("{");
    for (int j = 0; j < INPUTS; j++) {
      out.append(
          String.format(
              Locale.ROOT, "%s\"x%d\": %.4f", j > 0 ? ", " : "", j, random.nextGaussian()));
    }
    return out.append('}').toString();
  }

  /** Rows of CSV that no heap of this size would hold with their predictions. */
  private void stream(ServerProcess server) throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder some = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      for (int j = 0; j < INPUTS; j++) {
        some.append(
            String.format(
                Locale.ROOT, "%.4f%s", random.nextGaussian(), j < INPUTS - 1 ? "," : "\n"));
      }
    }
    byte[] thousand = some.toString().getBytes(StandardCharsets.UTF_8);
    URL url = new URL("http://127.0.0.1:" + server.port() + "/v1/models/svgp/predict");
    long before = server.status("VmHWM");
    long begin = System.nanoTime();
    HttpURLConnection http = (HttpURLConnection) url.openConnection();
    http.setRequestMethod("POST");
    http.setDoOutput(true);
    http.setChunkedStreamingMode(1 << 16);
    http.setRequestProperty("Content-Type", "text/csv");
    try (var out = http.getOutputStream()) {
      out.write("x0,x1,x2,x3,x4,x5,x6,x7\n".getBytes(StandardCharsets.UTF_8));
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

  /** Mixed load; what the server holds before and after. */
  private void soak(ServerProcess server, List<byte[]> requests) throws IOException {
    double threads = server.status("Threads");
    double files = server.openFiles();
    long asked = 0;
    long end = System.nanoTime() + (long) (60e9 * minutes);
    SplittableRandom random = new SplittableRandom(4);
    while (System.nanoTime() < end) {
      byte[] request = requests.get(random.nextInt(requests.size()));
      asked += new Load(server.port(), request, 1 + random.nextInt(12)).flat(1).sorted().length;
    }
    String what = String.format(Locale.ROOT, "mixed load, %.0f minutes", minutes);
    tell(what, "requests", asked);
    tell(what, "threads_more", server.status("Threads") - threads);
    tell(what, "files_more", server.openFiles() - files);
    tell(what, "heap_mb", server.metric("tgp_heap_bytes") / (1 << 20));
    tell(what, "resident_mb", server.status("VmRSS") / 1024.0);
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
