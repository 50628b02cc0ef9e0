package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.KernelCache;
import io.github.tgp4j.cuda.device.Kernels;
import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.cuda.source.PredictionSource;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.MixtureDevice;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * A fitted model on the device, and blocks of rows on their way from inputs to the marginals of its
 * latents; equation S4 in docs/equations.md.
 */
final class PredictionRows implements AutoCloseable {
  private static final int MOST_ROWS = 1 << 16;

  /** Of the memory that is free. */
  private static final double SHARE_OF_MEMORY = 0.25;

  private final MixtureDevice.Fitted model;
  private final Architecture architecture;
  private final PredictionSource source;
  private final Lane lane;
  private final ModelState state;
  private final int block;
  private final RowPass.Marginals marginals;
  private final List<LatentRows> groups = new ArrayList<>();
  private final Buffer x;
  private final Pinned given;
  private final List<AutoCloseable> taken = new ArrayList<>();

  PredictionRows(Device device, MixtureDevice.Fitted model) {
    this.model = model;
    architecture = model.latent().architecture();
    source = PredictionSource.of(architecture);
    device.use();
    Kernels own = keep(Kernels.of(device, source.text(), KernelCache.ofUser()));
    lane = keep(new Lane(device, own));
    state =
        keep(
            new ModelState(
                architecture, model.latent().posteriors(), model.latent().theta().length));
    state.loadLatents(model.latent().state(), lane.stream());
    double fitting = SHARE_OF_MEMORY * device.freeMemory() / (Double.BYTES * (double) perRow());
    block = (int) Math.max(1, Math.min(MOST_ROWS, fitting));
    marginals = keep(new RowPass.Marginals(architecture.latents(), block));
    for (int g = 0; g < architecture.groups().size(); g++) {
      groups.add(keep(new LatentRows(architecture, g, source.group(g), state, lane, marginals)));
    }
    x = keep(new Buffer((long) block * architecture.inputs()));
    given = keep(new Pinned(block * Math.max(3, architecture.inputs())));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    taken.add(resource);
    return resource;
  }

  /** Numbers on the device that a row of a block needs, values of drawn flows included. */
  private long perRow() {
    long sum = RowPass.perRow(architecture);
    for (int o = 0; o < architecture.outputs().size(); o++) {
      sum += (long) Math.max(1, model.samples()) * source.output(o).values();
    }
    return sum;
  }

  MixtureDevice.Fitted model() {
    return model;
  }

  Architecture architecture() {
    return architecture;
  }

  PredictionSource source() {
    return source;
  }

  Lane lane() {
    return lane;
  }

  ModelState state() {
    return state;
  }

  RowPass.Marginals marginals() {
    return marginals;
  }

  /** Rows at a time. */
  int block() {
    return block;
  }

  /** Takes the inputs of some rows to the device; the rows are numbered from 0 on. */
  Batch send(Matrix rows) {
    for (int i = 0; i < rows.rows; i++) {
      given.doubles().put(i * rows.cols, rows.data, rows.at(i, 0), rows.cols);
    }
    lane.stream().upload(given, x.at(), (long) rows.rows * rows.cols);
    return new Batch(x.at(), 0, 0, 0, rows.rows, block, rows.cols, 1.0);
  }

  /** Takes numbers of some rows to a place of the device. */
  void send(double[] numbers, int from, int count, long to) {
    lane.stream().finish(); // what was given before is there
    given.doubles().put(0, numbers, from, count);
    lane.stream().upload(given, to, count);
  }

  /** Mean and variance of every latent at the rows, to place {@code at} on. */
  void marginals(Matrix rows, double[][] mean, double[][] variance, int at) {
    Batch batch = send(rows);
    groups.forEach(group -> group.forward(batch));
    for (int l = 0; l < mean.length; l++) {
      read(marginals.mean(l), mean[l], at, rows.rows);
      read(marginals.variance(l), variance[l], at, rows.rows);
    }
  }

  private void read(long from, double[] to, int at, int count) {
    lane.stream().download(from, given, count);
    lane.stream().finish();
    given.doubles().get(0, to, at, count);
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
