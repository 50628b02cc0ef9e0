package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code ./bench peers-quality}: other libraries on the same splits with as many inducing points,
 * trained as their own guides or the paper have it, and our own models in turn with them. Seconds
 * need one sitting on a quiet machine, with {@code --threads 1}.
 */
final class PeersQuality implements Experiment {
  private static final int INDUCING = 100;
  private static final String BATCHES = "batches of 1024 above 2000 rows";

  private static final String RATES = "--rates=0.003,0.01,0.03";
  private static final String TUNED = "the best rate of 0.003, 0.01, 0.03 on validation rows, ";

  /** As the paper's SVGP, but for batches. */
  static final Peer GPYTORCH =
      gpytorch("gpytorch-svgp", "as the paper's SVGP: Adam 0.01, " + BATCHES, 15000);

  static final List<Peer> PEERS =
      List.of(
          GPYTORCH,
          gpytorch("gpytorch-svgp-tuned", "SVGP by Adam, " + TUNED + BATCHES, 10000, RATES),
          gpytorch(
              "gpytorch-svgp-ngd",
              "SVGP, natural gradients 0.1, Adam with " + TUNED + BATCHES,
              5000,
              "--method=ngd",
              RATES),
          gpflow("gpflow-svgp", "natural gradients 0.1, Adam 0.01, " + BATCHES, 5000),
          gpflow("gpflow-sgpr", "collapsed bound by Scipy's L-BFGS-B", 1000, "--method=sgpr"),
          deep("gpytorch-dgp2", 2, 1),
          deep("gpytorch-dgp2-draws", 2, 10),
          deep("gpytorch-dgp3", 3, 1),
          deep("gpytorch-dgp4", 4, 1),
          network("ensemble", "five networks of BA-TGP's size without a GP, "),
          network("dropout", "BA-TGP's network without the GP, 100 masks, "));

  private static final List<String> OURS = List.of("svgp", "ba-tgp", "dgp2", "dgp3", "dgp4");

  private static Peer gpytorch(String model, String training, int steps, String... arguments) {
    return new Peer(model, "gpytorch", "gpytorch_quality.py", training, steps, List.of(arguments));
  }

  private static Peer gpflow(String model, String training, int steps, String... arguments) {
    return new Peer(model, "gpflow", "gpflow_quality.py", training, steps, List.of(arguments));
  }

  /** Ours take one draw of each row in a training step, GPyTorch's example ten. */
  private static Peer deep(String model, int layers, int draws) {
    String training =
        "linear mean, " + draws + (draws == 1 ? " draw" : " draws") + ", Adam 0.01, " + BATCHES;
    return gpytorch(model, training, 10000, "--layers=" + layers, "--draws=" + draws);
  }

  private static Peer network(String method, String training) {
    return new Peer(
        "network-" + method,
        "gpytorch",
        "networks_quality.py",
        training + "Adam with " + TUNED + BATCHES,
        5000,
        List.of("--method=" + method, RATES));
  }

  @Override
  public String name() {
    return "peers-quality";
  }

  /** Steps of everybody, to see that all of it runs; such rows are no results. */
  private static final String STEPS = "--steps";

  @Override
  public Set<String> ownOptions() {
    return Set.of(STEPS);
  }

  @Override
  public boolean choosesInducing() {
    return false;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.refuseInducing();
    options.checkData(RegressionRecipes.SETS);
    List<String> models = Stream.concat(OURS.stream(), PEERS.stream().map(Peer::model)).toList();
    options.checkModels(models);
    ResultFile file = new ResultFile(options.results(), name());
    Trials trials = new Trials(file, options);
    TunedRecipes recipes = new TunedRecipes(ExperimentOptions.STORED);
    for (String set : RegressionRecipes.SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set);
      for (int split : options.splitsOr(List.of(1))) {
        for (String model : models) {
          if (!options.wantsModel(model)) {
            continue;
          }
          ResultRow.Key key = new ResultRow.Key(set, model, INDUCING, split);
          Optional<Peer> peer =
              PEERS.stream()
                  .filter(p -> p.model().equals(model))
                  .map(p -> p.withSteps((int) options.own(STEPS, p.steps())))
                  .findFirst();
          if (peer.isEmpty()) {
            ModelSpec spec = recipes.of(set, model);
            int steps = (int) options.own(STEPS, spec.plan().steps());
            trials.run(key, spec.withPlan(spec.plan().withSteps(steps)), data.split(split));
          } else if (!(options.resume() && file.containsBeginning(key, peer.get().spec()))) {
            file.append(peer.get().run(key, data.split(split).hash(), options));
          }
        }
      }
    }
  }
}
