package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Stream;
import io.github.tgp4j.cuda.source.Launch;
import io.github.tgp4j.cuda.source.ParameterTable;
import io.github.tgp4j.optimise.Adam;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.Architecture;
import java.util.Arrays;
import java.util.List;

/**
 * The parameters on the device, as Adam moves them (T1): free values, moments, constraints and
 * priors. The constrained values, θ, are part of the model's state.
 */
final class DeviceParameters implements AutoCloseable {
  private final DeviceModel model;
  private final Parameters here;
  private final Adam adam;
  private final Partials partials;
  private final int n;
  private final int blocks;
  private final Buffer free;
  private final Buffer first;
  private final Buffer second;
  private final Buffer share; // of the rate, per value
  private final Buffer whole; // the table of constraints and priors
  private final Buffer real;
  private final Buffer partial;
  private final Buffer places;
  private double[] shares = new double[0]; // that the device has, per block

  /**
   * @throws io.github.tgp4j.cuda.source.UnsupportedModelException when a constraint or prior has no
   *     kernels
   */
  DeviceParameters(DeviceModel model, Architecture architecture, Parameters here, Adam adam) {
    this.model = model;
    this.here = here;
    this.adam = adam;
    ParameterTable table = ParameterTable.of(architecture, here);
    n = table.size();
    blocks = table.grid();
    partials = new Partials(model.lane(), model.sums());
    free = new Buffer(n);
    first = new Buffer(n);
    second = new Buffer(n);
    share = new Buffer(n);
    whole = partials.places(table.whole());
    real = new Buffer(table.real().length);
    partial = new Buffer(blocks);
    places = partials.places(new int[] {0});
    model.lane().stream().upload(table.real(), real.at());
  }

  void push(Stream stream) {
    stream.upload(here.free(), free.at());
    stream.upload(here.value(), model.state().theta().at());
    stream.upload(adam.first(), first.at());
    stream.upload(adam.second(), second.at());
  }

  void pull(Stream stream) {
    stream.download(free.at(), here.free());
    stream.download(model.state().theta().at(), here.value());
    stream.download(first.at(), adam.first());
    stream.download(second.at(), adam.second());
  }

  /** Takes the blocks' shares of the rate; they seldom change. */
  void useShares(double[] perBlock, Stream stream) {
    if (Arrays.equals(perBlock, shares)) {
      return;
    }
    shares = perBlock.clone();
    double[] all = new double[n];
    for (int b = 0; b < perBlock.length; b++) {
      Parameters.Block block = here.blocks().get(b);
      Arrays.fill(all, block.from(), block.from() + block.size(), perBlock[b]);
    }
    stream.upload(all, share.at());
  }

  /** Adds the log prior to the expectation, and its derivative to θ̄. */
  void addLogPrior(Lane lane) {
    lane.launch(
        "log_prior",
        Grid.of(blocks, Launch.BLOCK),
        whole.at(),
        real.at(),
        n,
        model.state().theta().at(),
        model.sums().thetaBar(0),
        partial.at());
    partials.addColumns(partial, blocks, 1, places);
  }

  /**
   * A step of Adam.
   *
   * @param settings where the rate, ε and the largest square of a gradient stand
   */
  void move(Lane lane, long settings) {
    lane.launch(
        "adam_step",
        Grid.of(blocks, Launch.BLOCK),
        whole.at(),
        real.at(),
        n,
        share.at(),
        settings,
        model.sums().thetaBar(0),
        free.at(),
        model.state().theta().at(),
        first.at(),
        second.at());
  }

  @Override
  public void close() {
    Closing.all(List.of(free, first, second, share, whole, real, partial, places));
  }
}
