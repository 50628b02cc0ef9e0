package io.github.tgp4j.benchmarks.nasty;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Fits a nasty table from end to end and says what is wrong with the predictions. */
public final class NastyCheck {
  private final UnaryOperator<AutoFit> settings;

  /** With what is to be set of each fit, such as its quality. */
  public NastyCheck(UnaryOperator<AutoFit> settings) {
    this.settings = settings;
  }

  /** Fits and predicts; never throws because a fit failed. */
  public NastyResult run(NastyTable table) {
    long begin = System.nanoTime();
    try {
      FitOutcome outcome = settings.apply(AutoFit.of(table.train(), NastyTable.TARGET)).run();
      double seconds = (System.nanoTime() - begin) / 1e9;
      return judge(table, outcome, seconds);
    } catch (RuntimeException e) {
      double seconds = (System.nanoTime() - begin) / 1e9;
      boolean refused = e instanceof IllegalArgumentException && isConstant(table.train());
      StackTraceElement[] trace = e.getStackTrace();
      String where = refused || trace.length == 0 ? "" : " (" + trace[0] + ")";
      String reason = e.getClass().getSimpleName() + ": " + e.getMessage() + where;
      return NastyResult.without(table, refused ? "" : reason, refused ? reason : "", seconds);
    }
  }

  /** A target that never varies is refused in words, as it should be. */
  private static boolean isConstant(Table table) {
    Chunk all = table.all();
    int target = all.require(NastyTable.TARGET);
    return all.columns().get(target).type() == ColumnType.CATEGORY
        ? Arrays.stream(all.texts(target)).distinct().count() == 1
        : Arrays.stream(all.numbers(target)).distinct().count() == 1;
  }

  private static NastyResult judge(NastyTable table, FitOutcome outcome, double seconds) {
    SavedModel saved = outcome.saved();
    TargetEncoder target = saved.targets().get(0);
    Table fresh = target.isClasses() ? known(table.fresh(), target) : table.fresh();
    double[] y = target.encode(fresh.all());
    double[] trainY = target.encode(table.train().all());
    Prediction prediction = saved.predict(fresh);
    double[] ours = prediction.logDensity(y);
    String recipe = outcome.describe();
    String broken = broken(prediction, target, ours);
    if (!broken.isEmpty()) {
      return NastyResult.without(table, broken, recipe, seconds);
    }
    List<ConstantForecast> constants =
        target.isClasses()
            ? ConstantForecast.ofClasses(trainY, target.labels().size())
            : saved.model().likelihood(0).discrete()
                ? ConstantForecast.ofCounts(trainY)
                : ConstantForecast.ofNumbers(trainY);
    return NastyResult.of(table, ours, best(constants, y), y, recipe, seconds);
  }

  /** The fresh rows whose class was there in training. */
  private static Table known(Table fresh, TargetEncoder target) {
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < fresh.rows(); i++) {
      try {
        target.encode(fresh.slice(i, i + 1));
        kept.add(i);
      } catch (IllegalArgumentException e) {
        continue; // nobody could have forecast it
      }
    }
    return fresh.select(kept.stream().mapToInt(Integer::intValue).toArray());
  }

  private static String broken(Prediction prediction, TargetEncoder target, double[] ours) {
    if (!allFinite(ours)) {
      return "a log score is not finite";
    }
    if (target.isClasses()) {
      for (double[] p : prediction.classProbabilities()) {
        if (!(Math.abs(Arrays.stream(p).sum() - 1) < 1e-6)) {
          return "probabilities do not sum to one";
        }
      }
      return "";
    }
    if (!allFinite(prediction.mean())) {
      return "a mean is not finite";
    }
    double[][] quantiles = prediction.quantiles(0.025, 0.5, 0.975);
    for (int i = 0; i < ours.length; i++) {
      boolean ordered = quantiles[0][i] <= quantiles[1][i] && quantiles[1][i] <= quantiles[2][i];
      if (!ordered || Double.isInfinite(quantiles[0][i]) || Double.isInfinite(quantiles[2][i])) {
        return "quantiles are not finite and in order";
      }
    }
    return "";
  }

  private static boolean allFinite(double[] values) {
    return Arrays.stream(values).allMatch(Double::isFinite);
  }

  /** The best on these very rows: the bar is as high as it can be. */
  private static ConstantForecast best(List<ConstantForecast> constants, double[] y) {
    return constants.get(
        IntStream.range(0, constants.size())
            .boxed()
            .max(
                (a, b) ->
                    Double.compare(
                        Arrays.stream(constants.get(a).score(y)).sum(),
                        Arrays.stream(constants.get(b).score(y)).sum()))
            .orElseThrow());
  }
}
