package io.github.tgp4j.cuda.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Which devices there are, without touching CUDA where there is no driver. */
public final class Devices {
  /** What the driver leaves on a machine: on Linux, and on Linux inside Windows. */
  private static final List<Path> DRIVER =
      List.of(Path.of("/dev/nvidiactl"), Path.of("/dev/nvidia0"), Path.of("/dev/dxg"));

  private static Device first;

  private Devices() {}

  /** Whether a driver of NVIDIA is on this machine; no library is loaded to find out. */
  public static boolean hasDriver() {
    return hasDriver(DRIVER);
  }

  static boolean hasDriver(List<Path> traces) {
    return traces.stream().anyMatch(Files::exists);
  }

  /**
   * The first device, which is opened once and stays open.
   *
   * @throws CudaException when there is none that can be used, with the reason
   */
  public static synchronized Device first() {
    if (first == null) {
      if (!hasDriver()) {
        throw new CudaException(
            "CUDA: there is no driver of an NVIDIA GPU on this machine (none of "
                + DRIVER
                + " exists); use device cpu");
      }
      first = open();
    }
    return first;
  }

  private static Device open() {
    try {
      return Device.open(0);
    } catch (LinkageError e) {
      throw new CudaException(
          "CUDA: its libraries could not be loaded ("
              + e.getMessage()
              + "); install CUDA 13 (runtime, NVRTC, cuBLAS) or use device cpu",
          e);
    }
  }
}
