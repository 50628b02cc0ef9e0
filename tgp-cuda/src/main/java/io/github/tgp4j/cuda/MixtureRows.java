package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.cuda.source.Launch;
import io.github.tgp4j.cuda.source.NetworkKernels;
import io.github.tgp4j.cuda.source.PredictionSource;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.MixtureAnswers;
import io.github.tgp4j.mixture.PredictiveGrids;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowDraws;
import java.util.ArrayList;
import java.util.List;

/**
 * What is asked of one output's predictive mixtures, answered on the device; equations R1–R3 in
 * docs/equations.md. Rows that a coarse grid does not resolve are asked again on finer ones, as far
 * as a block's shared memory goes; what is left then is the processor's.
 */
final class MixtureRows implements AutoCloseable {
  private static final int USUAL_SHARED_MEMORY = 48 << 10;

  /** Mean, deviation, and whether there is an answer. */
  private static final int ALWAYS = 3;

  private final PredictionRows rows;
  private final Lane lane;
  private final PredictionSource.Output kernels;
  private final int latent;
  private final int draws;
  private final int stride;
  private final Buffer values; // of the flow, by its network; null without one
  private final Buffer numbers; // zeros: all rows have the draws of row 0
  private final Buffer noise;
  private final List<NetworkRows> networks = new ArrayList<>();
  private final Buffer mean;
  private final Buffer variance;
  private final Buffer targets;
  private final Buffer chosen;
  private final Pinned open; // the chosen rows
  private final List<Level> levels = new ArrayList<>();
  private final List<AutoCloseable> taken = new ArrayList<>();
  private Buffer scores; // of the question at hand
  private Buffer out;
  private Pinned seen;

  /** A grid, its settings, and the bytes of shared memory that its mixtures need. */
  private record Level(Buffer grid, Buffer settings, int nodes, int sharedBytes) {}

  MixtureRows(PredictionRows rows, int o) {
    this.rows = rows;
    lane = rows.lane();
    kernels = rows.source().output(o);
    Architecture architecture = rows.architecture();
    latent = architecture.firstLatentOfOutput(o);
    draws = isRandom(architecture.outputs().get(o)) ? rows.model().samples() : 1;
    stride = rows.block();
    values = kernels.values() == 0 ? null : take((long) draws * kernels.values() * stride);
    numbers = take(stride);
    lane.stream().clear(numbers.at(), stride);
    noise = take(2);
    Noise drawn = FlowDraws.noise(0);
    lane.stream().upload(new long[] {drawn.seed(), drawn.step()}, noise.at());
    mean = take(stride);
    variance = take(stride);
    targets = take(stride);
    chosen = take(stride);
    open = keep(new Pinned(stride));
    long theta = rows.state().theta().at();
    for (NetworkKernels network : kernels.networks()) {
      networks.add(new NetworkRows(lane, network, theta, noise.at(), stride));
    }
    takeLevels(PredictiveGrids.of(architecture.outputs().get(o).likelihood(), 1));
  }

  /**
   * Whether an output's mixtures are answered for there: there is a kernel, the coarsest grid has
   * room, and a network that is random is drawn.
   */
  static boolean covers(PredictionRows rows, int o) {
    PredictionSource.Output kernels = rows.source().output(o);
    if (kernels.mixture() == null) {
      return false;
    }
    Architecture.Output output = rows.architecture().outputs().get(o);
    boolean random = isRandom(output);
    int draws = random ? rows.model().samples() : 1;
    PredictiveGrids grids = PredictiveGrids.of(output.likelihood(), 1);
    return draws > 0
        && grids.levels() > 1 // not one that was fixed
        && kernels.sharedBytes(grids.nodes(0).count(), draws)
            <= rows.lane().stream().device().sharedMemory() - 2048;
  }

  private static boolean isRandom(Architecture.Output output) {
    return !output.networks().isEmpty() && output.networks().get(0).network().shape().isRandom();
  }

  private <T extends AutoCloseable> T keep(T resource) {
    taken.add(resource);
    return resource;
  }

  private Buffer take(long size) {
    return keep(new Buffer(size));
  }

  private Buffer take(double[] numbers) {
    Buffer buffer = take(numbers.length);
    lane.stream().upload(numbers, buffer.at());
    return buffer;
  }

  private void takeLevels(PredictiveGrids grids) {
    int most = lane.stream().device().sharedMemory() - 2048; // what the kernel has of its own
    for (int level = 0; level < grids.levels() - 1; level++) {
      int nodes = grids.nodes(level).count();
      long bytes = kernels.sharedBytes(nodes, draws);
      if (bytes > most) {
        break;
      }
      levels.add(
          new Level(take(grid(grids, level)), take(settings(grids, level)), nodes, (int) bytes));
    }
    int largest = levels.get(levels.size() - 1).sharedBytes();
    if (largest > USUAL_SHARED_MEMORY) {
      lane.allowSharedMemory(kernels.mixture(), largest);
    }
  }

  /** Nodes, weights, and those of every other node's grid, 0 between. */
  private static double[] grid(PredictiveGrids grids, int level) {
    Nodes nodes = grids.nodes(level);
    Nodes half = grids.half(level);
    int n = nodes.count();
    double[] all = new double[3 * n];
    for (int s = 0; s < n; s++) {
      all[s] = nodes.node(0, s);
      all[n + s] = nodes.weight(s);
      all[2 * n + s] = s % 2 == 1 ? 0.0 : half.weight(s / 2);
    }
    return all;
  }

  private double[] settings(PredictiveGrids grids, int level) {
    LinearTails tails = rows.model().tails().get(latent);
    return new double[] {
      grids.mostGap(level),
      PredictiveGrids.INNER,
      PredictiveGrids.MOST_CHANGE,
      tails.lower(),
      tails.upper(),
      tails.below() ? 1.0 : 0.0,
      tails.above() ? 1.0 : 0.0,
      tails.least(),
      tails.greatest()
    };
  }

  /** Gets ready for what is asked. */
  void ask(MixtureAnswers answers) {
    double[] wanted = answers.levels();
    if (scores == null || scores.size() < 2L * wanted.length) {
      scores = take(2L * wanted.length);
    }
    double[] all = new double[2 * wanted.length];
    for (int k = 0; k < wanted.length; k++) {
      all[k] = wanted[k];
      all[wanted.length + k] = Scalars.normalQuantile(wanted[k]);
    }
    if (all.length > 0) {
      lane.stream().upload(all, scores.at());
    }
    long size = (long) columns(answers) * stride;
    if (out == null || out.size() < size) {
      out = take(size);
      seen = keep(new Pinned(Math.toIntExact(size)));
    }
  }

  private static int columns(MixtureAnswers answers) {
    return ALWAYS + answers.levels().length + (answers.targets() == null ? 0 : 2);
  }

  /**
   * Answers for some rows.
   *
   * @param means of all rows, of which these start at {@code from}
   */
  void answer(Matrix x, double[] means, double[] variances, int from, MixtureAnswers answers) {
    Batch batch = rows.send(x).withNumbers(numbers.at());
    rows.send(means, from, x.rows, mean.at());
    rows.send(variances, from, x.rows, variance.at());
    if (answers.targets() != null) {
      rows.send(answers.targets(), from, x.rows, targets.at());
    }
    for (int draw = 0; draw < draws; draw++) {
      long first = (long) draw * kernels.values();
      for (NetworkRows network : networks) {
        long at = (first + network.kernels().firstValue()) * stride;
        network.forward(batch, draw, values.at(at));
      }
    }
    int left = x.rows;
    for (int level = 0; level < levels.size() && left > 0; level++) {
      mixtures(levels.get(level), level == 0 ? 0 : chosen.at(), left, answers);
      left = level == levels.size() - 1 ? 0 : choose(x.rows);
    }
    lane.stream().download(out.at(), seen, (long) columns(answers) * stride);
    lane.stream().finish();
    read(from, x.rows, answers);
  }

  private void mixtures(Level level, long which, int count, MixtureAnswers answers) {
    lane.launch(
        kernels.mixture(),
        Grid.of(count, Launch.BLOCK).withSharedMemory(level.sharedBytes()),
        rows.state().theta().at(),
        values == null ? 0 : values.at(),
        draws,
        which,
        count,
        stride,
        mean.at(),
        variance.at(),
        level.grid().at(),
        level.nodes(),
        level.settings().at(),
        answers.levels().length,
        scores.at(),
        answers.targets() == null ? 0 : targets.at(),
        out.at());
  }

  /** The rows without an answer, for the next grid; how many they are. */
  private int choose(int count) {
    lane.stream().download(out.at(), seen, count);
    lane.stream().finish();
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (seen.doubles().get(i) == 0.0) {
        open.longs().put(left++, i);
      }
    }
    if (left > 0) {
      lane.stream().upload(open, chosen.at(), left);
    }
    return left;
  }

  private void read(int from, int count, MixtureAnswers answers) {
    for (int i = 0; i < count; i++) {
      answers.found[from + i] = seen.doubles().get(i) == 1.0;
    }
    read(1, answers.mean, from, count);
    read(2, answers.deviation, from, count);
    int column = ALWAYS;
    for (double[] quantile : answers.quantiles) {
      read(column++, quantile, from, count);
    }
    if (answers.targets() != null) {
      read(column++, answers.logDensity, from, count);
      read(column, answers.cdf, from, count);
    }
  }

  private void read(int column, double[] to, int from, int count) {
    seen.doubles().get(column * stride, to, from, count);
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
