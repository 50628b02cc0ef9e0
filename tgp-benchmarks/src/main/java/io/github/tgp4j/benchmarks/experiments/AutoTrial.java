package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.SavedModel;
import java.util.function.UnaryOperator;

/** Fits the training rows of a split as a table, as the command does, and scores the test rows. */
final class AutoTrial {
  private AutoTrial() {}

  /**
   * @param settings what is asked of the fit
   */
  static AutoRow run(
      AutoRow.Key key, SplitData data, UnaryOperator<AutoFit> settings, long seed, int threads) {
    Provenance made = Provenance.now(threads, data.split(key.split()).hash());
    Table all = data.table();
    Table train = all.select(data.trainRows(key.split()));
    long begin = System.nanoTime();
    try {
      AutoFit fit = AutoFit.of(train).threads(threads).seed(seed).data(key.data(), "");
      FitOutcome outcome = settings.apply(fit).run();
      double seconds = (System.nanoTime() - begin) / 1e9;
      SavedModel saved = outcome.saved();
      TargetEncoder target = saved.targets().get(0);
      Chunk test = all.select(data.testRows().get(key.split() - 1)).all();
      Scores scores =
          Scores.of(
              saved.model(),
              target.isClasses(),
              saved.encoder().encode(test),
              target.encode(test),
              data.step());
      return new AutoRow(key, scores, seconds, outcome.describe(), seed, made);
    } catch (RuntimeException e) { // the reason is a row of its own: the other tables go on
      double seconds = (System.nanoTime() - begin) / 1e9;
      return AutoRow.failed(key, String.valueOf(e.getMessage()), seconds, seed, made);
    }
  }
}
