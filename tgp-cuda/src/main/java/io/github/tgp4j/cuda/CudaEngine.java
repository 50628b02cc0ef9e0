package io.github.tgp4j.cuda;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.cuda.device.CudaException;
import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.source.UnsupportedModelException;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.optimise.Resident;
import io.github.tgp4j.optimise.ResidentEngine;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.SharedPosterior;

/**
 * The engine of rows that lie on a GPU. Batches, and what is summed, are those of {@link
 * MemoryEngine}; the sums differ from its own by rounding, and are the same from run to run.
 *
 * <p>A model for which there are no kernels, and a device that fails, are told in one line, and the
 * processor computes from there on.
 */
final class CudaEngine implements ResidentEngine {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");

  private final Device device;
  private final RowStore store;
  private final int batchSize;
  private final long seed;
  private final Workers workers;
  private final DeviceBatches batches;
  private final Resources resources = new Resources(this);
  private Bound owner; // of the model
  private DeviceModel model;
  private MemoryEngine here; // null while the device computes

  CudaEngine(
      Device device, DeviceRows rows, RowStore store, int batchSize, long seed, Workers workers) {
    this.device = device;
    this.store = store;
    this.batchSize = batchSize;
    this.seed = seed;
    this.workers = workers;
    device.use();
    batches = resources.keep(new DeviceBatches(rows, device, batchSize, seed), device);
  }

  @Override
  public long rows() {
    return store.size();
  }

  @Override
  public long batchSize() {
    return batches.size();
  }

  @Override
  public void advance() {
    fastForward(batches.drawn() + 1);
  }

  @Override
  public long drawn() {
    return batches.drawn();
  }

  @Override
  public void fastForward(long count) {
    batches.drawTo(count);
    if (here != null) {
      here.fastForward(count);
    }
  }

  @Override
  public void sum(Bound bound, Bound.Pass pass, RowSums total) {
    if (here == null) {
      try {
        sumOnDevice(bound, pass, total);
        return;
      } catch (UnsupportedModelException | CudaException e) {
        goHere(e.getMessage());
      }
    }
    here.sum(bound, pass, total);
  }

  private void sumOnDevice(Bound bound, Bound.Pass pass, RowSums total) {
    DeviceModel model = model(bound);
    device.use();
    Lane lane = model.lane();
    batches.gather(lane);
    model.state().load(bound.state(), lane.stream());
    RowPass rows = model.rows();
    model.sums().clear(lane.stream());
    batches.forEachBlock(
        lane, rows.block(), pass == Bound.Pass.MOMENTS ? rows::moments : rows::gradient);
    model.sums().download(lane.stream(), total);
  }

  @Override
  public Resident resident(Moved moved) {
    String reason =
        batches.comesInBlocks()
            ? "all rows are a batch, and do not fit into the device's memory"
            : refusal(moved);
    if (here != null || reason != null) {
      LOG.log(System.Logger.Level.DEBUG, "steps go by the engine''s sums: {0}", reason);
      return null;
    }
    try {
      DeviceModel model = model(moved.bound());
      return resources.keep(new CudaResident(device, batches, model, moved), device);
    } catch (UnsupportedModelException | CudaException e) {
      goHere(e.getMessage());
      return null;
    }
  }

  /** Why steps cannot stay on the device, though its sums may; null where they can. */
  static String refusal(Moved moved) {
    if (!(moved.bound() instanceof Elbo elbo)) {
      return "the bound is that of another kind of model";
    }
    if (!elbo.isKl()) {
      return "the divergence is another one than kl";
    }
    if (!moved.naturalGradients()) {
      return "q(v) does not follow its natural gradient";
    }
    boolean full =
        moved.posteriors().stream()
            .allMatch(q -> q instanceof FullPosterior || q instanceof SharedPosterior);
    return full ? null : "q(v) has a diagonal covariance";
  }

  private DeviceModel model(Bound bound) {
    if (owner != bound) {
      if (!(bound instanceof Elbo elbo)) {
        throw new UnsupportedModelException(
            bound.getClass().getSimpleName(), "there are kernels for shallow models alone");
      }
      if (model != null) {
        resources.close(model);
      }
      model = resources.keep(new DeviceModel(elbo, device, batches.size()), device);
      owner = bound;
    }
    return model;
  }

  /** The processor goes on. */
  private void goHere(String reason) {
    LOG.log(System.Logger.Level.WARNING, "device cuda: {0}; the processor computes", reason);
    here = new MemoryEngine(store, batchSize, seed, workers);
    here.fastForward(batches.drawn());
  }

  @Override
  public String toString() {
    return here == null ? "rows on " + device : "rows on the processor";
  }
}
