package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code ./bench peers-quality}: other libraries on the same splits with as many inducing points,
 * trained as their own guides or the paper have it, and our own models in turn with them. Seconds
 * need one sitting on a quiet machine, with {@code --threads 1}.
 */
final class PeersQuality implements Experiment {
  private static final int INDUCING = 100;
  private static final String BATCHES = "batches of 1024 above 2000 rows";

  /** As the paper's SVGP, but for batches. */
  static final Peer GPYTORCH =
      new Peer(
          "gpytorch-svgp",
          "gpytorch",
          "gpytorch_quality.py",
          "as the paper's SVGP: Adam 0.01, " + BATCHES,
          15000,
          List.of());

  private static final List<Peer> PEERS =
      List.of(
          GPYTORCH,
          new Peer(
              "gpflow-svgp",
              "gpflow",
              "gpflow_quality.py",
              "natural gradients 0.1, Adam 0.01, " + BATCHES,
              5000,
              List.of()),
          new Peer(
              "gpytorch-dgp2",
              "gpytorch",
              "gpytorch_quality.py",
              "linear mean, 10 samples, Adam 0.01, " + BATCHES,
              2000,
              List.of("--layers=2")));

  private static final List<String> OURS = List.of("svgp", "dgp2");

  @Override
  public String name() {
    return "peers-quality";
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
          Optional<Peer> peer = PEERS.stream().filter(p -> p.model().equals(model)).findFirst();
          if (peer.isEmpty()) {
            trials.run(key, RegressionRecipes.of(set, model), data.split(split));
          } else if (!(options.resume() && file.containsBeginning(key, peer.get().spec()))) {
            file.append(peer.get().run(key, data.split(split).hash(), options));
          }
        }
      }
    }
  }
}
