package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.PeerPython;
import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code ./bench time-to-quality}: how long SVGP takes to a given test NLL here, in GPyTorch and in
 * GPflow, and how long BA-TGP does, on one thread. Ours starts a JVM per number of steps and counts
 * its whole life; the clocks of the others stand still while they are scored, while Python starts
 * and while a rate is chosen. Needs a quiet machine.
 *
 * <p>Rows: model {@code tgp4j}, {@code tgp4j-ba} or one of {@link #PEERS}; fit_seconds are the time
 * until so many steps. The page takes as the bar what GPyTorch has after the paper's training.
 */
final class TimeToQuality implements Experiment {
  static final String PLAIN = "tgp4j";
  static final String BAYESIAN = "tgp4j-ba";

  /** Another library's way to train the same model, scored every so many steps. */
  record Curve(String model, int steps) {
    private Peer peer() {
      return PeersQuality.PEERS.stream()
          .filter(peer -> peer.model().equals(model))
          .findFirst()
          .orElseThrow();
    }
  }

  /** As the paper's, first; then the ways that should be quicker. */
  static final List<Curve> PEERS =
      List.of(
          new Curve(PeersQuality.GPYTORCH.model(), 250),
          new Curve("gpytorch-svgp-ngd", 50),
          new Curve("gpflow-svgp", 50),
          new Curve("gpflow-sgpr", 5));

  private static final int[] BAYESIAN_STEPS = {250, 500, 1000, 2000};

  private static final Map<String, int[]> STEPS =
      Map.of(
          "boston", new int[] {25, 50, 100, 200, 400, 800},
          "power", new int[] {10, 25, 50, 100, 200, 400},
          "kin8nm", new int[] {10, 25, 50, 100, 200, 400});

  @Override
  public String name() {
    return "time-to-quality";
  }

  @Override
  public boolean choosesInducing() {
    return false;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkModels(
        Stream.concat(Stream.of(PLAIN, BAYESIAN), PEERS.stream().map(Curve::model)).toList());
    ResultFile file = new ResultFile(options.results(), name());
    for (String set : List.of("boston", "power", "kin8nm")) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set);
      for (int split : options.splitsOr(List.of(1))) {
        String hash = data.split(split).hash();
        for (String model : List.of(PLAIN, BAYESIAN)) {
          if (options.wantsModel(model)) {
            ours(set, model, split, hash, file, options);
          }
        }
        for (Curve curve : PEERS) {
          if (options.wantsModel(curve.model())) {
            peer(curve, set, split, hash, file, options);
          }
        }
      }
    }
  }

  private static void ours(
      String set, String model, int split, String hash, ResultFile file, ExperimentOptions options)
      throws IOException {
    for (int steps : model.equals(PLAIN) ? STEPS.get(set) : BAYESIAN_STEPS) {
      Provenance made = Provenance.now(1, hash);
      long begin = System.nanoTime();
      String line =
          PeerPython.output(
              List.of(
                  ProcessHandle.current().info().command().orElse("java"),
                  "--add-modules",
                  "jdk.incubator.vector",
                  "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ColdFit.class.getName(),
                  options.tables("regression").toString(),
                  set,
                  model,
                  Integer.toString(split),
                  Integer.toString(steps)));
      double seconds = (System.nanoTime() - begin) / 1e9;
      ResultRow.Key key = new ResultRow.Key(set, model, 100, split, 1);
      String spec = spec(set, model, steps).toString();
      file.append(ResultRow.of(key, scores(line), seconds, steps, spec, made));
    }
  }

  private static ModelSpec spec(String set, String model, int steps) {
    if (model.equals(PLAIN)) {
      return RegressionRecipes.svgp(TrainingPlan.collapsed(steps));
    }
    ModelSpec usual = RegressionRecipes.of(set, "ba-tgp");
    return usual.withPlan(usual.plan().withSteps(steps));
  }

  /** One fit and its test scores in a JVM of its own. */
  public static final class ColdFit {
    private ColdFit() {}

    public static void main(String[] args) throws IOException {
      SplitData.Split rows =
          SplitData.read(Path.of(args[0]), args[1]).split(Integer.parseInt(args[3]));
      ModelSpec spec = spec(args[1], args[2], Integer.parseInt(args[4]));
      Scores scores = Scores.of(spec.fit(rows.trainX(), rows.trainY(), 100, 1, 1), rows);
      System.out.println(scores.nll() + "," + scores.rmse());
    }
  }

  private static void peer(
      Curve curve, String set, int split, String hash, ResultFile file, ExperimentOptions options)
      throws IOException {
    Peer peer = curve.peer();
    Provenance made = Provenance.now(1, hash);
    ResultRow.Key key = new ResultRow.Key(set, curve.model(), 100, split, 1);
    List<String> arguments = new ArrayList<>(Peer.rows(key, options));
    arguments.add("--curve=" + curve.steps());
    arguments.add("--steps=" + peer.steps());
    arguments.addAll(peer.arguments());
    String out = PeerPython.run(peer.environment(), peer.script(), arguments);
    for (String line : out.split("\n")) {
      String[] cells = line.split(",");
      if (cells[0].equals("curve")) {
        file.append(
            ResultRow.of(
                key,
                scores(cells[3] + "," + cells[4]),
                Double.parseDouble(cells[2]),
                Integer.parseInt(cells[1]),
                peer.training(),
                made));
      }
    }
  }

  /** NLL and RMSE with a comma between. */
  private static Scores scores(String line) {
    String[] cells = line.trim().split(",");
    double none = Double.NaN;
    return new Scores(
        Double.parseDouble(cells[0]), Double.parseDouble(cells[1]), none, none, none, none, none);
  }
}
