package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code ./bench auto}: what {@code tgp fit} chooses, with nothing set by hand, on twenty tables
 * beside CatBoost, NGBoost and GPyTorch's SVGP on the same rows.
 */
final class Auto implements Experiment {
  static final String OURS = "auto";
  static final List<String> PEERS = List.of("catboost", "ngboost", "gpytorch-svgp");
  private static final List<String> MODELS =
      Stream.concat(Stream.of(OURS), PEERS.stream()).toList();
  private static final String QUALITY = "--quality";
  static final long SEED = 1; // the command's own default

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public Set<String> ownOptions() {
    return Set.of(QUALITY);
  }

  @Override
  public boolean choosesInducing() {
    return false;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.refuseInducing();
    options.checkModels(MODELS);
    options.checkData(AutoSet.ALL.stream().map(AutoSet::name).toList());
    Quality quality = quality(options);
    AutoFile file = new AutoFile(options.results(), name());
    for (AutoSet set : AutoSet.ALL) {
      if (options.wantsData(set.name())) {
        run(set, quality, file, options);
      }
    }
  }

  static Quality quality(ExperimentOptions options) {
    return Quality.of(options.own(QUALITY, Quality.GOOD.text()));
  }

  private static void run(AutoSet set, Quality quality, AutoFile file, ExperimentOptions options)
      throws IOException {
    SplitData data = null;
    List<Integer> usual = IntStream.rangeClosed(1, set.splits()).boxed().toList();
    for (int split : options.splitsOr(usual)) {
      if (!usual.contains(split)) {
        continue; // large tables have one split
      }
      for (String model : MODELS) {
        String asked = model.equals(OURS) ? quality.text() : "";
        AutoRow.Key key = new AutoRow.Key(set.name(), model, asked, split);
        if (!options.wantsModel(model) || options.resume() && file.contains(key)) {
          continue;
        }
        data = data == null ? SplitData.read(options.tables(set.directory()), set.name()) : data;
        if (model.equals(OURS)) {
          file.append(
              AutoTrial.run(key, data, fit -> fit.quality(quality), SEED, options.threads()));
        } else {
          AutoPeer.Files files =
              new AutoPeer.Files(
                  set.file(options, ".csv"),
                  set.file(options, ".splits.txt"),
                  set.classes(),
                  data.step(),
                  data.split(split).hash());
          file.append(AutoPeer.run(key, files, SEED, options.threads()));
        }
      }
    }
  }
}
