package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.source.GroupKernels;
import io.github.tgp4j.cuda.source.Launch;
import io.github.tgp4j.cuda.source.NetworkKernels;

/** Rows of the device on their way through one network, and back; equations N1–N20. */
final class NetworkRows {
  private static final int USUAL_SHARED_MEMORY = 48 << 10;

  private final Lane lane;
  private final NetworkKernels kernels;
  private final long theta;
  private final long noise;
  private final long stride;

  /**
   * @param theta where the model's values stand
   * @param noise where seed and step of the random numbers stand
   * @param stride from one of its values to the next
   */
  NetworkRows(Lane lane, NetworkKernels kernels, long theta, long noise, long stride) {
    this.lane = lane;
    this.kernels = kernels;
    this.theta = theta;
    this.noise = noise;
    this.stride = stride;
    allow(kernels.forward(), kernels.sharedBytes());
    allow(kernels.back(), kernels.backSharedBytes());
  }

  private void allow(String kernel, int bytes) {
    if (bytes > USUAL_SHARED_MEMORY) {
      lane.allowSharedMemory(kernel, bytes);
    }
  }

  NetworkKernels kernels() {
    return kernels;
  }

  /** Writes the values of the rows under one draw. */
  void forward(Batch rows, long sample, long values) {
    Grid grid = grid(kernels.grid(rows.rows()), kernels.sharedBytes());
    launch(kernels.forward(), grid, rows, sample, values, 0);
  }

  /** Sums the weights' adjoints, one row of {@code partial} per block; how many there are. */
  int back(Batch rows, long sample, long valuesBar, long partial) {
    Grid grid = grid(kernels.backGrid(rows.rows()), kernels.backSharedBytes());
    launch(kernels.back(), grid, rows, sample, valuesBar, partial);
    return grid.x();
  }

  private static Grid grid(GroupKernels.Grid blocks, int sharedBytes) {
    return new Grid(blocks.x(), blocks.y(), blocks.z(), Launch.BLOCK, sharedBytes);
  }

  /** The first kernel does not read the last argument. */
  private void launch(
      String kernel, Grid grid, Batch rows, long sample, long values, long partial) {
    lane.launch(
        kernel,
        grid,
        theta,
        rows.x(),
        rows.rows(),
        stride,
        noise,
        sample,
        rows.numbers(),
        rows.first(),
        values,
        partial);
  }
}
