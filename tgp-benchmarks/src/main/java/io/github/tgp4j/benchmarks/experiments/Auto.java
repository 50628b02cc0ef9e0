package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.SavedModel;
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
  private static final long SEED = 1; // the command's own default

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public Set<String> ownOptions() {
    return Set.of(QUALITY);
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.refuseInducing();
    options.checkModels(MODELS);
    options.checkData(AutoSet.ALL.stream().map(AutoSet::name).toList());
    Quality quality = quality(options);
    AutoFile file = new AutoFile(options.results());
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
        if (model.equals(OURS)) {
          data = data == null ? SplitData.read(options.tables(set.directory()), set.name()) : data;
          file.append(ours(key, data, quality, options.threads()));
        } else {
          file.append(AutoPeer.run(key, set, SEED, options));
        }
      }
    }
  }

  private static AutoRow ours(AutoRow.Key key, SplitData data, Quality quality, int threads) {
    AutoRow.Made made = AutoRow.Made.now(threads, SEED);
    Table all = data.table();
    Table train = all.select(data.trainRows(key.split()));
    long begin = System.nanoTime();
    try {
      FitOutcome outcome =
          AutoFit.of(train).quality(quality).threads(threads).seed(SEED).data(key.data(), "").run();
      double seconds = (System.nanoTime() - begin) / 1e9;
      SavedModel saved = outcome.saved();
      TargetEncoder target = saved.targets().get(0);
      Chunk test = all.select(data.testRows().get(key.split() - 1)).all();
      Scores scores =
          Scores.of(
              saved.model(), target.isClasses(), saved.encoder().encode(test), target.encode(test));
      return new AutoRow(key, scores, seconds, outcome.recipe().describe(), made);
    } catch (RuntimeException e) { // the reason is a row of its own: the other tables go on
      double seconds = (System.nanoTime() - begin) / 1e9;
      return AutoRow.failed(key, String.valueOf(e.getMessage()), seconds, made);
    }
  }
}
