package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Products.Operand;
import io.github.tgp4j.cuda.source.GroupKernels;
import io.github.tgp4j.cuda.source.Launch;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * From rows to the marginals of the latents of one group, on the device; equations S2–S6 in
 * docs/equations.md. Training and prediction share it.
 */
final class LatentRows implements AutoCloseable {
  private final Architecture architecture;
  private final ModelState state;
  private final Lane lane;
  private final RowPass.Marginals marginals;
  private final GroupKernels kernels;
  private final int g;
  private final int m;
  private final int first;
  private final int latents;
  private final Buffer k; // K_xz
  private final Buffer h; // A where rows are whitened
  private final Buffer[] p; // H·C of latents with a covariance of their own, else null
  private final List<AutoCloseable> taken = new ArrayList<>();

  LatentRows(
      Architecture architecture,
      int g,
      GroupKernels kernels,
      ModelState state,
      Lane lane,
      RowPass.Marginals marginals) {
    this.architecture = architecture;
    this.g = g;
    this.kernels = kernels;
    this.state = state;
    this.lane = lane;
    this.marginals = marginals;
    Architecture.Group group = architecture.groups().get(g);
    m = group.inducing();
    first = architecture.firstLatentOfGroup(g);
    latents = group.latents();
    int block = marginals.stride();
    long numbers = Gram.padded(block, lane.stream().device().multiprocessors()) * m;
    k = takeZeroed(numbers);
    h = takeZeroed(numbers);
    p = new Buffer[latents];
    for (int l = 0; l < latents; l++) {
      p[l] = state.isOwn(first + l) ? take((long) block * m) : null;
    }
  }

  private Buffer take(long size) {
    Buffer buffer = new Buffer(size);
    taken.add(buffer);
    return buffer;
  }

  private Buffer takeZeroed(long size) {
    Buffer buffer = take(size);
    lane.stream().clear(buffer.at(), size);
    return buffer;
  }

  /** K_xz of the last rows. */
  Buffer k() {
    return k;
  }

  /** K_xz, or A where rows are whitened. */
  Buffer h() {
    return state.isDirect(g) ? k : h;
  }

  /** H·C of a latent of the group; null where it has no covariance of its own. */
  Buffer p(int l) {
    return p[l];
  }

  /** K_xz, and A where rows are whitened. */
  private void cross(Batch rows) {
    GroupKernels.Grid grid = kernels.crossGrid(rows.rows(), m);
    lane.launch(
        kernels.cross(),
        new Grid(grid.x(), grid.y(), grid.z(), Launch.BLOCK, 0),
        state.theta().at(),
        rows.x(),
        rows.rows(),
        state.inducing(g),
        m,
        0,
        k.at());
    if (!state.isDirect(g)) {
      times(rows, k, Operand.of(state.inverse(g).at(), m).transpose(), h);
    }
  }

  /** out ← in·matrix for the block's rows. */
  void times(Batch rows, Buffer in, Operand matrix, Buffer out) {
    Operand from = Operand.of(in.at(), m);
    Operand to = Operand.of(out.at(), m);
    lane.products().multiply((int) rows.rows(), m, m, 1.0, from, matrix, 0.0, to);
  }

  /** The marginals at the rows. */
  void forward(Batch rows) {
    cross(rows);
    for (int l = 0; l < latents; l++) {
      int latent = first + l;
      if (p[l] == null) {
        marginals(rows, latent, h().at(), 0);
        lane.stream().copy(marginals.variance(first), marginals.variance(latent), rows.rows());
      } else {
        times(rows, h(), Operand.of(state.middle(latent).at(), m), p[l]);
        marginals(rows, latent, h().at(), p[l].at());
      }
    }
  }

  /** The marginals under q(v) = N(0, I). */
  void prior(Batch rows) {
    cross(rows);
    for (int l = 0; l < latents; l++) {
      marginals(rows, first + l, 0, 0);
    }
  }

  private void marginals(Batch rows, int latent, long h, long p) {
    lane.launch(
        kernels.marginals(),
        Grid.of(kernels.marginalsGrid(rows.rows()), Launch.BLOCK),
        state.theta().at(),
        architecture.meanAt(latent),
        rows.x(),
        rows.rows(),
        h,
        p,
        m,
        state.direction(latent).at(),
        marginals.mean(latent),
        marginals.variance(latent));
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
