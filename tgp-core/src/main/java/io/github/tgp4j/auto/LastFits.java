package io.github.tgp4j.auto;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.rows.RowStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** Fits what a search has chosen to all rows, each model from where its first trial ended. */
final class LastFits {
  private static final int LARGE = TrialRunner.LARGE;
  private static final double MOST = 5.0; // times the usual steps, where time is left

  private static final double CLEARLY = 3.0; // standard errors

  private final AutoSettings settings;
  private final RowStore rows;
  private final TrialRunner runner;
  private final double share; // of a full fit's steps, for models that cannot go on
  private final double further; // the same for models that can
  private final Map<String, String> failures; // to add to
  private double steps = 1.0; // times the usual ones

  LastFits(
      AutoSettings settings,
      RowStore rows,
      TrialRunner runner,
      double share,
      Map<String, String> failures) {
    this.settings = settings;
    this.rows = rows;
    this.runner = runner;
    this.share = share;
    this.further = Preset.of(settings.budget().quality()).last();
    this.failures = failures;
  }

  private static String stage(String name) {
    return name + ", all rows";
  }

  /** What they will take, by what their trials took. */
  double seconds(List<Contender> list, double[] weights) {
    double sum = 0.0;
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0) {
        Trial trial = list.get(k).trials.get(0);
        boolean goesOn = runner.model(trial) instanceof TgpModel;
        double part = goesOn ? further / share : list.get(k).recipe.kind().layers() > 1 ? 0.0 : 1.0;
        double more = (double) rows.rows() / Math.max(1, trial.rows().train().size());
        sum += part * more * runner.seconds(trial);
      }
    }
    return sum / (rows.rows() <= LARGE ? settings.threads() : 1);
  }

  /** The course of the training of one of them. */
  TrainingCurve curve(AutoSearch.Member member) {
    return runner.curve(stage(member.name()));
  }

  /** Fits what has weight to all rows, the heaviest first in the list that it returns. */
  List<AutoSearch.Member> fit(List<Contender> list, double[] weights) {
    List<Integer> chosen = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0) {
        chosen.add(k);
      }
    }
    chosen.sort(Comparator.comparing(k -> -list.get(k).recipe.cost())); // none is waited for
    double[] costs = chosen.stream().mapToDouble(k -> list.get(k).recipe.cost()).toArray();
    double total = Arrays.stream(costs).sum();
    runner.expect(total);
    double times = runner.secondsLeft() / seconds(list, weights); // NaN without a limit
    steps = times > 1 ? Math.min(MOST, times) : 1.0;
    boolean together = rows.rows() <= LARGE;
    int workers = together ? settings.threads() : 1;
    long slow = Arrays.stream(costs).filter(cost -> cost >= 1).count();
    int threads = together && slow > 1 ? 1 : settings.threads();
    List<Model> models =
        runner.each(
            chosen.size(),
            i -> {
              double rest = Arrays.stream(costs, i, costs.length).sum();
              double share = Math.min(1.0, costs[i] * Math.min(workers, costs.length - i) / rest);
              return fit(list.get(chosen.get(i)), costs[i], runner.limit(1.0, share), threads);
            },
            workers);
    List<AutoSearch.Member> members = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      Contender one = list.get(chosen.get(i));
      members.add(
          new AutoSearch.Member(one.name, one.recipe, models.get(i), weights[chosen.get(i)]));
    }
    members.sort((a, b) -> Double.compare(b.weight(), a.weight()));
    return members;
  }

  /**
   * Rows that were held out must not be predicted worse once they have been seen: few steps may not
   * bring a model to rest whose noise is next to nothing.
   */
  private void check(Contender one, Model model) {
    double[] before = one.results.get(0).logDensity();
    double[] now = runner.score(model, one.trials.get(0)).logDensity();
    if (Gain.of(before, now).isClear(CLEARLY)) {
      throw new ArithmeticException("it predicts rows that it has seen worse than before");
    }
  }

  private Model fit(Contender one, double cost, Duration limit, int threads) {
    Model start = runner.model(one.trials.get(0));
    boolean deep = one.recipe.kind().layers() > 1; // slow, and cannot go on from there
    boolean instant = one.recipe.kind() == ModelKind.CONSTANT; // there is always time for it
    if (deep || limit != null && limit.isZero() && !instant) {
      return start; // it was fitted to most of the rows
    }
    boolean goesOn = start instanceof TgpModel;
    double effort = goesOn ? Math.min(1.0, steps * further) : share;
    TrialRunner.Job job =
        new TrialRunner.Job(
            stage(one.name), one.recipe, effort, cost, instant ? null : limit, threads);
    try {
      Model model = runner.fit(job, rows, goesOn ? start : null);
      if (goesOn) {
        check(one, model);
      }
      runner.done(job.stage(), cost);
      return model;
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException e) {
      synchronized (failures) {
        failures.put(
            job.stage(), e.getMessage() + "; the model of its trial, fitted to most rows, stays");
      }
      return start;
    }
  }
}
