package io.github.tgp4j.cuda;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.cuda.device.CudaException;
import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.cuda.source.UnsupportedModelException;
import io.github.tgp4j.engine.Accelerator;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.mixture.DeviceMixtures;
import io.github.tgp4j.mixture.MixtureDevice;
import io.github.tgp4j.rows.RowStore;

/** The first NVIDIA GPU of this machine, found by the core as a service. */
public final class CudaAccelerator implements Accelerator, MixtureDevice {
  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public String unavailable() {
    try {
      Devices.first();
      return null;
    } catch (CudaException e) {
      return e.getMessage();
    }
  }

  /** The rows are copied to the device when the first engine is opened. */
  @Override
  public TrainingRows.Engines engines(RowStore rows) {
    return new CudaRows(Devices.first(), rows);
  }

  @Override
  public DeviceMixtures take(Fitted model) {
    try {
      return new CudaMixtures(Devices.first(), model);
    } catch (UnsupportedModelException e) {
      throw new CudaException(e.getMessage(), e);
    }
  }

  /** Rows that all engines of a fit share. */
  private static final class CudaRows implements TrainingRows.Engines {
    private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");

    private final Device device;
    private final RowStore rows;
    private DeviceRows there;

    CudaRows(Device device, RowStore rows) {
      this.device = device;
      this.rows = rows;
    }

    @Override
    public synchronized Engine open(int batchSize, long seed, Workers workers) {
      try {
        if (there == null) {
          there = new DeviceRows(rows, device);
        }
        return new CudaEngine(device, there, rows, batchSize, seed, workers);
      } catch (CudaException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "device cuda: {0}; the processor computes",
            e.getMessage());
        return new MemoryEngine(rows, batchSize, seed, workers);
      }
    }
  }
}
