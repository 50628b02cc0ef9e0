package io.github.tgp4j.benchmarks;

import io.github.tgp4j.benchmarks.rows.SpeedFile;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.optimise.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code ./bench peers}: our SVGP step and the same step in GPyTorch and GPflow, in turn within one
 * run. Each peer has a Python environment of its own under .venv/, made on first use.
 */
public final class PeersBench {
  private static final Map<String, String> PEERS =
      Map.of("gpytorch", "gpytorch_svgp.py", "gpflow", "gpflow_svgp.py");

  private PeersBench() {}

  public static void main(String[] args) throws IOException {
    boolean onlyNetworks = false;
    int threads = 1;
    boolean record = false;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--networks")) {
        onlyNetworks = true;
      } else if (args[i].equals("--threads") && i + 1 < args.length) {
        threads = Integer.parseInt(args[++i]);
      } else if (args[i].equals("--record")) {
        record = true;
      } else {
        System.err.println(
            "usage: ./bench peers [--networks] [--threads K] [--record]; got " + args[i]);
        System.exit(2);
      }
    }
    // Predictions go through the common pool, in which the caller works too
    System.setProperty(
        "java.util.concurrent.ForkJoinPool.common.parallelism", Integer.toString(threads - 1));
    Map<SpeedFile.Key, Double> measured = new LinkedHashMap<>();
    if (!onlyNetworks) {
      steps(threads, measured);
    }
    networks(threads, measured);
    if (record) {
      SpeedFile file = new SpeedFile(SpeedFile.RESULTS);
      for (Map.Entry<SpeedFile.Key, Double> each : measured.entrySet()) {
        file.append(each.getKey(), each.getValue());
      }
    }
  }

  private static void steps(int threads, Map<SpeedFile.Key, Double> measured) throws IOException {
    System.out.printf(
        "%7s %3s %4s %6s %12s %14s %14s %10s %10s%n",
        "n", "d", "m", "batch", "tgp4j µs", "GPyTorch µs", "GPflow µs", "GPyTorch/", "GPflow/");
    for (StepCase step : StepCase.ALL) {
      if (!step.flow().equals("identity")) {
        continue;
      }
      double ours = SpeedBench.measure(step, threads, 4.0).stepMicros();
      double gpytorch = peer("gpytorch", step, threads);
      double gpflow = peer("gpflow", step, threads);
      double again = SpeedBench.measure(step, threads, 4.0).stepMicros();
      ours = Math.max(ours, again); // the machine may have been quieter for one of them
      measured.put(key("peers", step.sizes(), threads, "tgp4j", "step_us"), ours);
      measured.put(key("peers", step.sizes(), threads, "gpytorch", "step_us"), gpytorch);
      measured.put(key("peers", step.sizes(), threads, "gpflow", "step_us"), gpflow);
      System.out.printf(
          Locale.ROOT,
          "%7d %3d %4d %6d %12.0f %14.0f %14.0f %9.1f× %9.1f×%n",
          step.n(),
          step.d(),
          step.m(),
          step.batch(),
          ours,
          gpytorch,
          gpflow,
          gpytorch / ours,
          gpflow / ours);
    }
  }

  /**
   * BA-TGP's training step with 100 nodes and its prediction with 100 masks, beside the same model
   * in PyTorch with 100 nodes. Ours predicts with 100 nodes and with as many as a row needs; how
   * far the latter is from 1001 nodes is measured in the same run.
   */
  private static void networks(int threads, Map<SpeedFile.Key, Double> measured)
      throws IOException {
    System.out.printf(
        "%n%-8s %10s %12s %7s %12s %14s %7s %14s %7s %10s%n",
        "BA-TGP",
        "step µs",
        "PyTorch µs",
        "ratio",
        "predict µs",
        "100 nodes µs",
        "",
        "PyTorch µs",
        "ratios",
        "error");
    for (NetworkCase network : NetworkCase.ALL) {
      double step = networkStep(network, threads);
      NetworkPrediction ours = NetworkPrediction.measure(network);
      String line = python("gpytorch", "pytorch_ba_tgp.py", peerArguments(network, threads));
      double peerStep = number("step_us", line);
      double peerPredict = number("predict_us", line);
      double again = networkStep(network, threads);
      step = Math.max(step, again); // the machine may have been quieter for one of them
      String name = network.name();
      measured.put(key("networks", name, threads, "tgp4j", "step_us"), step);
      measured.put(key("networks", name, threads, "pytorch", "step_us"), peerStep);
      measured.put(key("networks", name, threads, "tgp4j", "predict_us"), ours.micros());
      measured.put(
          key("networks", name, threads, "tgp4j", "predict_100_nodes_us"), ours.fixedMicros());
      measured.put(key("networks", name, threads, "pytorch", "predict_us"), peerPredict);
      measured.put(key("networks", name, threads, "tgp4j", "predict_error"), ours.error());
      System.out.printf(
          Locale.ROOT,
          "%-8s %10.0f %12.0f %6.1f× %12.0f %14.0f %7s %14.0f %6.1f× %6.1f× %10.1e%n",
          network.name(),
          step,
          peerStep,
          peerStep / step,
          ours.micros(),
          ours.fixedMicros(),
          "",
          peerPredict,
          peerPredict / ours.micros(),
          peerPredict / ours.fixedMicros(),
          ours.error());
    }
  }

  private static List<String> peerArguments(NetworkCase network, int threads) {
    List<String> arguments = new ArrayList<>(network.peerArguments());
    arguments.addAll(
        List.of(
            "--n=" + network.n(),
            "--d=" + network.d(),
            "--m=" + network.m(),
            "--test=" + network.testRows(),
            "--threads=" + threads,
            "--json"));
    return arguments;
  }

  private static double networkStep(NetworkCase network, int threads) {
    try (Workers workers = new Workers(threads)) {
      Trainer trainer = network.trainer(workers);
      for (long end = System.nanoTime() + 4_000_000_000L; System.nanoTime() < end; ) {
        trainer.step(0.5);
      }
      return SpeedBench.medianMicros(() -> trainer.step(0.5), 4.0);
    }
  }

  /**
   * What a prediction takes with the nodes that rows need and with 100 each, and the error of the
   * former.
   */
  private record NetworkPrediction(double micros, double fixedMicros, double error) {
    static NetworkPrediction measure(NetworkCase network) {
      TgpModel model = network.model();
      TgpModel fixed = NetworkCase.withNodes(model, NetworkCase.NODES);
      SplittableRandom random = new SplittableRandom(8);
      Matrix x = network.inputs(network.testRows(), random);
      double[] y = network.targets(x, random);
      return new NetworkPrediction(
          time(network, model, x, y), time(network, fixed, x, y), NetworkCase.error(model, x, y));
    }

    private static double time(NetworkCase network, TgpModel model, Matrix x, double[] y) {
      double[] sink = new double[1];
      for (long end = System.nanoTime() + 4_000_000_000L; System.nanoTime() < end; ) {
        sink[0] += network.predict(model, x, y);
      }
      return SpeedBench.medianMicros(() -> sink[0] += network.predict(model, x, y), 4.0);
    }
  }

  private static SpeedFile.Key key(
      String table, String setting, int threads, String library, String quantity) {
    return new SpeedFile.Key(table, setting, threads, library, quantity);
  }

  private static double peer(String name, StepCase step, int threads) throws IOException {
    int steps = step.n() <= 1000 ? 300 : 40;
    List<String> arguments =
        List.of(
            "--n=" + step.n(),
            "--d=" + step.d(),
            "--m=" + step.m(),
            "--batch=" + step.batch(),
            "--threads=" + threads,
            "--steps=" + steps,
            "--json");
    String line = python(name, PEERS.get(name), arguments);
    return number("step_us", line);
  }

  /** The last line that a script prints. */
  private static String python(String name, String script, List<String> arguments)
      throws IOException {
    String out = PeerPython.run(name, script, arguments);
    return out.substring(out.lastIndexOf('\n') + 1);
  }

  private static double number(String key, String line) throws IOException {
    Matcher matcher = Pattern.compile("\"" + key + "\": ([0-9.]+)").matcher(line);
    if (!matcher.find()) {
      throw new IOException("no " + key + " in " + line);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
