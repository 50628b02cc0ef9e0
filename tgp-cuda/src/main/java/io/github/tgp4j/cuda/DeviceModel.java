package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.KernelCache;
import io.github.tgp4j.cuda.device.Kernels;
import io.github.tgp4j.cuda.source.ModelSource;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;

/** The kernels, the state and the work space of one bound on the device. */
final class DeviceModel implements AutoCloseable {
  /** Of the memory that is free, for work space of rows. */
  private static final double SHARE_OF_MEMORY = 0.6;

  /** At a time; more fill no device better. */
  private static final long MOST_ROWS = 1 << 20;

  private final Device device;
  private final Kernels algebra;
  private final Kernels own;
  private final Lane lane;
  private final ModelState state;
  private final DeviceSums sums;
  private final RowPass rows;
  private final ModelSource source;

  /**
   * Compiles its kernels and takes memory for so many rows at a time, or fewer where there is not
   * enough.
   *
   * @throws io.github.tgp4j.cuda.source.UnsupportedModelException when there are no kernels for a
   *     part of it
   */
  DeviceModel(Elbo bound, Device device, int batchSize) {
    Architecture architecture = bound.architecture();
    this.device = device;
    source = ModelSource.of(architecture);
    device.use();
    algebra = Lane.algebra(device);
    own = Kernels.of(device, source.text(), KernelCache.ofUser());
    lane = newLane();
    state = new ModelState(architecture, bound.posteriors(), bound.parameters().size());
    sums = new DeviceSums(architecture, state);
    long fitting = rowsThatFit(device.freeMemory(), RowPass.perRow(architecture));
    int block = (int) Math.max(1, Math.min(Math.min(batchSize, MOST_ROWS), fitting));
    rows = new RowPass(this, architecture, block);
  }

  /** How many rows have room, in whole thousands where they are many. */
  static long rowsThatFit(long freeBytes, long numbersPerRow) {
    long fitting = (long) (SHARE_OF_MEMORY * freeBytes / (Double.BYTES * (double) numbersPerRow));
    return fitting > 2000 ? fitting / 1000 * 1000 : fitting;
  }

  Lane lane() {
    return lane;
  }

  /** Another lane with the same kernels. */
  Lane newLane() {
    return new Lane(device, algebra, own);
  }

  ModelState state() {
    return state;
  }

  DeviceSums sums() {
    return sums;
  }

  RowPass rows() {
    return rows;
  }

  ModelSource source() {
    return source;
  }

  @Override
  public void close() {
    rows.close();
    sums.close();
    state.close();
    lane.close();
    own.close();
    algebra.close();
  }
}
