package io.github.tgp4j.auto;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Fits what a search asks for: several trials at a time where tables are small, one after the other
 * with all threads where they are large. The results do not depend on that.
 */
final class TrialRunner {
  /** Above so many rows one fit keeps all threads busy. */
  static final int LARGE = 20_000;

  private static final Duration LEAST = Duration.ofMillis(50);

  private final AutoSettings settings;
  private final FitJob.Follower follower;
  private final TimeBudget budget;
  private final SearchProgress progress;
  private final List<TargetScale> scales;
  private final AtomicLong overrun = new AtomicLong(); // of the fit before, in nanoseconds
  private final Map<String, Model> models = new ConcurrentHashMap<>();
  private final Map<String, Double> seconds = new ConcurrentHashMap<>();
  private final Map<String, TrainingCurve> curves = new ConcurrentHashMap<>();

  /**
   * @param scales how candidates of each target are compared
   */
  TrialRunner(
      AutoSettings settings,
      FitJob.Follower follower,
      TimeBudget budget,
      List<TargetScale> scales) {
    this.scales = scales;
    this.settings = settings;
    this.follower = follower;
    this.budget = budget;
    this.progress = new SearchProgress(follower.listener(), budget);
  }

  /** Does tasks, several at a time; the first failure ends them all. */
  private void share(int tasks, int workers, IntConsumer task) {
    AtomicInteger next = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    RuntimeException[] failure = new RuntimeException[1];
    Runnable work =
        () -> {
          for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
            try {
              task.accept(i);
            } catch (RuntimeException e) {
              synchronized (failure) {
                failure[0] = failure[0] == null ? e : failure[0];
              }
              next.set(tasks);
            }
          }
        };
    for (int w = 1; w < Math.min(workers, tasks); w++) {
      Thread thread = new Thread(work, "tgp4j-trial-" + w);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    work.run();
    for (Thread thread : threads) {
      join(thread);
    }
    if (failure[0] != null) {
      throw failure[0];
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true; // the fits see it through their own checks
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs trials.
   *
   * @param until share of the time limit by which they should be done
   * @return what came of each, in their order; null for those that there was no time for
   */
  List<TrialResult> run(List<Trial> trials, double until) {
    return run(trials, until, false);
  }

  /**
   * The same.
   *
   * @param complete whether means, quantiles and so on of the held-out rows are wanted too
   */
  List<TrialResult> run(List<Trial> trials, double until, boolean complete) {
    TrialResult[] results = new TrialResult[trials.size()];
    progress.expect(trials.stream().mapToDouble(Trial::cost).sum());
    // What is slow by the step is given more time than the others, but not all of it.
    double[] costs = trials.stream().mapToDouble(trial -> Math.sqrt(trial.cost())).toArray();
    int most = trials.stream().mapToInt(trial -> trial.rows().train().size()).max().orElse(0);
    int workers = most > LARGE ? 1 : settings.threads();
    AtomicInteger begun = new AtomicInteger();
    int[] order = order(trials);
    share(
        trials.size(),
        workers,
        at -> {
          int i = order[at];
          Trial trial = trials.get(i);
          double rest = Arrays.stream(costs, i, costs.length).sum();
          int sharing = Math.min(workers, trials.size() - i);
          Duration limit =
              limit(until, Math.min(1.0, costs[i] * sharing / Math.max(rest, costs[i])));
          boolean free = trial.recipe().kind() == ModelKind.CONSTANT;
          if (limit != null && limit.isZero() && !free) {
            if (begun.getAndIncrement() > 0) {
              return;
            }
            limit = LEAST; // the first one is always tried
          }
          begun.incrementAndGet();
          long begin = System.nanoTime();
          results[i] =
              result(trial, complete, free ? null : limit, workers == 1 ? settings.threads() : 1);
          note(limit, begin);
          progress.done(trial.stage(), trial.cost());
        });
    return Arrays.asList(results);
  }

  /** The longest first, so that no thread waits for it at the end; with a limit as given. */
  private int[] order(List<Trial> trials) {
    IntStream all = IntStream.range(0, trials.size());
    if (budget.hasLimit()) {
      return all.toArray();
    }
    Comparator<Integer> byCost = Comparator.comparing(i -> -trials.get(i).length());
    return all.boxed().sorted(byCost).mapToInt(i -> i).toArray();
  }

  /** A share of the time until some of it is gone, less what fits take beyond their limits. */
  Duration limit(double until, double share) {
    Duration limit = budget.until(until, share);
    if (limit == null) {
      return null;
    }
    Duration less = limit.minusNanos(overrun.get());
    return less.compareTo(LEAST) < 0 ? Duration.ZERO : less;
  }

  /** Starts, predictions and so on are not in a fit's limit: what they took is expected again. */
  private void note(Duration limit, long begin) {
    if (limit != null) {
      long over = System.nanoTime() - begin - limit.toNanos();
      overrun.set(Math.max(0L, over));
    }
  }

  private TrialResult result(Trial trial, boolean complete, Duration limit, int threads) {
    TrialResult found = follower.journal().find(trial.stage());
    if (found == null) {
      found = fitAndScore(trial, complete, limit, threads);
      follower.journal().add(trial.stage(), found);
    }
    progress.trial(trial.stage(), found);
    return found;
  }

  /** A candidate that fails, as a flow may whose values the data leave, is out of the race. */
  private TrialResult fitAndScore(Trial trial, boolean complete, Duration limit, int threads) {
    try {
      return score(fit(trial, limit, threads), trial, complete);
    } catch (CancellationException | UncheckedIOException e) {
      throw e;
    } catch (RuntimeException e) {
      return TrialResult.failed(trial.rows().heldY(), e);
    }
  }

  private TrialResult score(Model model, Trial trial, boolean complete) {
    List<Prediction> predictions = model.predictAll(trial.rows().heldX());
    List<HeldOut> out = new ArrayList<>();
    for (int o = 0; o < predictions.size(); o++) {
      double[] y = trial.rows().heldY()[o];
      out.add(
          complete
              ? HeldOut.of(predictions.get(o), y, model.likelihood(o))
              : HeldOut.scores(y, scales.get(o).logDensity(predictions.get(o), y)));
    }
    if (out.stream().anyMatch(held -> Double.isNaN(held.nll()))) {
      throw new ArithmeticException("a predicted log density is NaN");
    }
    return new TrialResult(out, null);
  }

  /** How a model, of whatever rows, predicts those that a trial held out. */
  TrialResult score(Model model, Trial trial) {
    return score(model, trial, false);
  }

  /** One model of several that were fitted. */
  Model join(List<AutoSearch.Member> members) {
    return Members.join(members, scales);
  }

  /** The same, surer or less sure of each target. */
  Model join(List<AutoSearch.Member> members, List<Sharpening> sharpenings) {
    return Members.sharpened(members.get(0).name(), join(members), sharpenings);
  }

  private Model fit(Trial trial, Duration limit, int threads) {
    RowStore train = trial.rows().train();
    RowStore rows = RowStore.of(train.allInputs(), train.allTargets());
    Job job = new Job(trial.stage(), trial.recipe(), trial.share(), trial.cost(), limit, threads);
    Model model = fit(job, rows, null);
    models.put(trial.stage(), model);
    return model;
  }

  /** The model of a trial of this run; null where it was one of an earlier run. */
  Model known(Trial trial) {
    return models.get(trial.stage());
  }

  /** The model of a trial; fitted again where the trial was one of an earlier run. */
  Model model(Trial trial) {
    Model known = models.get(trial.stage());
    return known != null ? known : fit(trial, null, settings.threads());
  }

  /** How long the fit of a trial took; 0 where it was one of an earlier run. */
  double seconds(Trial trial) {
    return seconds.getOrDefault(trial.stage(), 0.0);
  }

  /**
   * A fit.
   *
   * @param limit null for none
   */
  record Job(String stage, Recipe recipe, double share, double cost, Duration limit, int threads) {}

  /**
   * Fits.
   *
   * @param start a model to go on from; null for none
   */
  Model fit(Job job, RowStore rows, Model start) {
    Model kept = follower.journal().model(job.stage());
    if (kept != null) {
      return kept;
    }
    stopIfCancelled(job.stage());
    long begin = System.nanoTime();
    TrainingCurve curve = curve(job.stage());
    Candidate.Effort effort = new Candidate.Effort(job.stage(), job.share(), 0.0, 1.0, job.limit());
    RecipeFit.Watch watch =
        new RecipeFit.Watch(new Steps(job, curve), follower.journal().at(job.stage(), curve));
    Model model =
        new RecipeFit(job.recipe(), settings.withThreads(job.threads()), watch)
            .startFrom(start)
            .fit(rows, effort);
    if (model.trainingResult().ended() == Ended.CANCELLED) {
      throw new CancellationException("cancelled in " + job.stage());
    }
    stopIfCancelled(job.stage());
    seconds.put(job.stage(), (System.nanoTime() - begin) / 1e9);
    curves.put(job.stage(), curve);
    follower.journal().keep(job.stage(), model);
    return model;
  }

  /** The course of a fit that is done, or of one that an earlier run began. */
  TrainingCurve curve(String stage) {
    TrainingCurve known = curves.get(stage);
    return known != null ? known : follower.journal().curveOf(stage);
  }

  /** Seconds of the time limit that are left; 0 without one. */
  double secondsLeft() {
    return budget.hasLimit() ? budget.secondsLeft() : 0.0;
  }

  void expectAtLeast(double cost) {
    progress.expectAtLeast(cost);
  }

  void expect(double cost) {
    progress.expect(cost);
  }

  void done(String stage, double cost) {
    progress.done(stage, cost);
  }

  /** Fits that run side by side; their results in order. */
  List<Model> each(int count, IntFunction<Model> fit, int workers) {
    Model[] out = new Model[count];
    share(count, workers, i -> out[i] = fit.apply(i));
    return IntStream.range(0, count).mapToObj(i -> out[i]).toList();
  }

  private void stopIfCancelled(String stage) {
    if (follower.cancelled().getAsBoolean()) {
      throw new CancellationException("cancelled in " + stage);
    }
  }

  /** Follows the steps of one fit. */
  private final class Steps implements TrainingListener {
    private final Job job;
    private final TrainingCurve curve;

    Steps(Job job, TrainingCurve curve) {
      this.job = job;
      this.curve = curve;
    }

    @Override
    public boolean onStep(Progress p) {
      boolean isMain = p.phase() == Phase.MAIN;
      if (isMain) {
        curve.add(p);
      }
      progress.step(job.stage(), job.cost(), isMain ? p.share() : 0.0, p.bound());
      return !isStopped();
    }

    @Override
    public boolean isStopped() {
      return follower.cancelled().getAsBoolean();
    }
  }
}
