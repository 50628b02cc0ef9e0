package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code ./bench clusters}: the plain sparse GP with 100 inducing points beside GPyTorch's, trained
 * for 15,000 steps, on generated rows like repeated measurements of 42 people and on the tables of
 * the paper, for which {@code ./bench auto} has GPyTorch's rows.
 */
final class Clusters implements Experiment {
  private static final List<Integer> INPUTS = List.of(20, 5, 10, 30);
  static final String OURS = "svgp";
  static final String PEER = "gpytorch-svgp";
  private static final int INDUCING = 100;
  private static final long SEED = 1;

  @Override
  public String name() {
    return "clusters";
  }

  @Override
  public boolean choosesInducing() {
    return false;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.refuseInducing();
    options.checkModels(List.of(OURS, PEER));
    List<String> generated = INPUTS.stream().map(d -> "clusters-" + d).toList();
    options.checkData(Stream.concat(generated.stream(), RegressionRecipes.SETS.stream()).toList());
    AutoFile file = new AutoFile(options.results(), name());
    for (int inputs : INPUTS) {
      if (options.wantsData("clusters-" + inputs)) {
        run(ClusteredTable.of(inputs), List.of(OURS, PEER), file, options);
      }
    }
    for (String set : RegressionRecipes.SETS) {
      if (options.wantsData(set)) {
        run(SplitData.read(options.tables("regression"), set), List.of(OURS), file, options);
      }
    }
  }

  private static void run(
      SplitData data, List<String> models, AutoFile file, ExperimentOptions options)
      throws IOException {
    for (int split : options.splitsOr(List.of(1))) {
      for (String model : models) {
        AutoRow.Key key = new AutoRow.Key(data.name(), model, "", split);
        if (options.wantsModel(model) && !(options.resume() && file.contains(key))) {
          file.append(
              model.equals(OURS)
                  ? AutoTrial.run(key, data, Clusters::plain, SEED, options.threads())
                  : peer(key, data, options));
        }
      }
    }
  }

  private static AutoFit plain(AutoFit fit) {
    return fit.model(ModelKind.SVGP).inducing(INDUCING).withScores(false);
  }

  private static AutoRow peer(AutoRow.Key key, SplitData data, ExperimentOptions options)
      throws IOException {
    Path directory = Files.createTempDirectory("clusters");
    Path table = directory.resolve(data.name() + ".csv");
    Path splits = directory.resolve(data.name() + ".splits.txt");
    try {
      Files.writeString(table, csv(data));
      Files.writeString(
          splits,
          data.testRows().stream()
              .map(rows -> Arrays.stream(rows).mapToObj(Integer::toString))
              .map(rows -> rows.collect(Collectors.joining(" ")))
              .collect(Collectors.joining("\n")));
      return AutoPeer.run(
          key,
          new AutoPeer.Files(table, splits, 0, data.step(), data.split(key.split()).hash()),
          SEED,
          options.threads());
    } finally {
      Files.deleteIfExists(table);
      Files.deleteIfExists(splits);
      Files.delete(directory);
    }
  }

  private static String csv(SplitData data) {
    StringBuilder out = new StringBuilder(String.join(",", data.columns())).append("\n");
    for (int i = 0; i < data.y().length; i++) {
      int row = i;
      IntStream.range(0, data.x().cols).forEach(j -> out.append(data.x().get(row, j)).append(","));
      out.append(data.y()[i]).append("\n");
    }
    return out.toString();
  }
}
