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
 * The rows' way through one group of latents and back, on the device; equations S2–S6 in
 * docs/equations.md. It is what {@code SparseConditional} does for rows in memory.
 */
final class GroupRows implements AutoCloseable {
  private static final int THREADS = 256;
  private static final int WARPS = THREADS / 32;
  private static final int BLOCKS_PER_MULTIPROCESSOR = 16;
  private static final long MANY_ROWS = 1L << 40;

  private final Architecture architecture;
  private final ModelState state;
  private final DeviceSums sums;
  private final Lane lane;
  private final RowPass.Marginals marginals;
  private final Partials partials;
  private final GroupKernels kernels;
  private final int g;
  private final int m;
  private final int first;
  private final int latents;
  private final LatentRows there;
  private final Buffer bar; // H̄
  private final Buffer kBar; // K̄_xz
  private final Gram gram;
  private final Buffer partial;
  private final Buffer partialZ;
  private final Buffer covariancePlaces;
  private final Buffer[] marginalPlaces; // per latent
  private final List<AutoCloseable> taken = new ArrayList<>();

  GroupRows(DeviceModel model, Architecture architecture, int g, RowPass.Marginals marginals) {
    this.architecture = architecture;
    this.g = g;
    this.marginals = marginals;
    state = model.state();
    sums = model.sums();
    lane = model.lane();
    partials = new Partials(lane, sums);
    kernels = model.source().group(g);
    Architecture.Group group = architecture.groups().get(g);
    m = group.inducing();
    first = architecture.firstLatentOfGroup(g);
    latents = group.latents();
    int block = marginals.stride();
    there = keep(new LatentRows(architecture, g, kernels, state, lane, marginals));
    bar = take((long) block * m);
    kBar = take((long) block * m);
    marginalPlaces = new Buffer[latents];
    for (int l = 0; l < latents; l++) {
      int[] places = kernels.marginalPlaces(architecture.meanAt(first + l));
      marginalPlaces[l] = keep(partials.places(places));
    }
    gram = keep(new Gram(lane, partials, m, latents, block));
    int columns = kernels.covarianceParameters() + kernels.meanParameters();
    GroupKernels.Grid most = kernels.crossBackGrid(MANY_ROWS, m); // fewer rows need no more blocks
    long blocks = Math.max((long) most.x() * most.y(), kernels.marginalsBackGrid(MANY_ROWS));
    partial = take(blocks * columns);
    partialZ = take((long) most.x() * m * architecture.inputs());
    covariancePlaces = keep(partials.places(kernels.covariancePlaces()));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    taken.add(resource);
    return resource;
  }

  private Buffer take(long size) {
    return keep(new Buffer(size));
  }

  private long theta() {
    return state.theta().at();
  }

  /** The marginals at the rows. */
  void forward(Batch rows) {
    there.forward(rows);
  }

  /** The marginals under q(v) = N(0, I). */
  void prior(Batch rows) {
    there.prior(rows);
  }

  /** From the adjoints of the marginals to the sums. */
  void pullback(Batch rows) {
    gatherVarianceBar(rows);
    for (int l = 0; l < latents; l++) {
      marginalsBack(rows, l);
    }
    if (latents == 1 && state.isDirect(g)) {
      directBack(rows);
      return;
    }
    moments(rows);
    for (int l = 0; l < latents; l++) {
      barRows(rows, l);
    }
    if (!state.isDirect(g)) {
      there.times(rows, bar, Operand.of(state.inverse(g).at(), m), kBar);
    }
    long adjoint = state.isDirect(g) ? bar.at() : kBar.at();
    crossBack(kernels.crossBack(), rows.x(), rows.rows(), 0, there.k().at(), adjoint);
  }

  /** v̄ of a covariance that latents share is the sum of theirs. */
  private void gatherVarianceBar(Batch rows) {
    for (int l = 1; l < latents; l++) {
      if (there.p(l) == null) {
        lane.each(
            "add_to",
            rows.rows(),
            marginals.varianceBar(first + l),
            rows.rows(),
            marginals.varianceBar(first));
      }
    }
  }

  /** H̄ of a latent, added to that of those before it. */
  private void barRows(Batch rows, int l) {
    long most = (long) BLOCKS_PER_MULTIPROCESSOR * lane.stream().device().multiprocessors();
    lane.launch(
        "bar_rows",
        Grid.of(Math.min(most, (rows.rows() + WARPS - 1) / WARPS), THREADS),
        there.p(l) == null ? 0 : there.p(l).at(),
        rows.rows(),
        m,
        state.direction(first + l).at(),
        marginals.meanBar(first + l),
        marginals.varianceBar(first + l),
        l > 0 ? 1 : 0,
        bar.at());
  }

  /** θ̄ of the covariance's diagonal and of the mean function. */
  private void marginalsBack(Batch rows, int l) {
    int columns = kernels.covarianceParameters() + kernels.meanParameters();
    int blocks = kernels.marginalsBackGrid(rows.rows());
    lane.launch(
        kernels.marginalsBack(),
        Grid.of(columns == 0 ? 0 : blocks, Launch.BLOCK),
        theta(),
        architecture.meanAt(first + l),
        rows.x(),
        rows.rows(),
        marginals.meanBar(first + l),
        there.p(l) == null ? 0 : marginals.varianceBar(first + l),
        partial.at());
    partials.addColumns(partial, blocks, columns, marginalPlaces[l]);
  }

  /** Of one latent and rows that are not whitened: K̄_xz and v̄·K follow as one kernel goes. */
  private void directBack(Batch rows) {
    crossBack(kernels.crossBackScaled(), rows.x(), rows.rows(), 0, there.k().at(), 0);
    gram.addScaled(
        there.k(), rows.rows(), marginals.meanBar(first), marginals.stride(), sums.w(first).at());
  }

  /** From K̄_zz to θ̄ and Z̄. */
  void inducingBack(Buffer kzz, Buffer adjoint) {
    crossBack(kernels.crossBack(), state.inducing(g), m, 1, kzz.at(), adjoint.at());
  }

  /**
   * From the adjoint of k(x, z) to θ̄ and Z̄.
   *
   * @param same 1 where x is z
   * @param adjoint where it stands, or 0 where it follows from P
   */
  private void crossBack(String kernel, long x, long rows, int same, long values, long adjoint) {
    GroupKernels.Grid grid = kernels.crossBackGrid(rows, m);
    lane.launch(
        kernel,
        new Grid(grid.x(), grid.y(), grid.z(), Launch.BLOCK, 0),
        theta(),
        x,
        rows,
        state.inducing(g),
        m,
        same,
        values,
        adjoint,
        there.p(0).at(),
        state.direction(first).at(),
        marginals.meanBar(first),
        marginals.varianceBar(first),
        partial.at(),
        partialZ.at(),
        gram.scaled(), // read by the kernel that scales alone
        gram.width());
    int blocks = grid.x() * grid.y();
    partials.addColumns(partial, blocks, kernels.covarianceParameters(), covariancePlaces);
    long zBar = sums.thetaBar(0) + state.inducing(g) - theta();
    partials.addBlocks(partialZ, grid.x(), (long) m * architecture.inputs(), zBar);
  }

  /** Adds W and every a. */
  void moments(Batch rows) {
    for (int l = 0; l < latents; l++) {
      if (there.p(l) != null) {
        gram.add(
            there.h(),
            rows.rows(),
            marginals.varianceBar(first + l),
            marginals.meanBar(first + l),
            sums.sharing(first + l),
            marginals.stride(),
            sums.w(first + l).at());
      }
    }
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
