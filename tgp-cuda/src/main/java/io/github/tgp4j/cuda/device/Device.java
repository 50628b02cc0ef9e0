package io.github.tgp4j.cuda.device;

import java.nio.charset.StandardCharsets;
import org.bytedeco.cuda.cudart.CUctx_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.SizeTPointer;

/** One GPU: its context, and what it is. */
public final class Device {
  private static final Object ALONE = new Object();
  private static final int LEAST_CAPABILITY = 75; // CUDA 13 compiles for nothing older

  private final CUctx_st context;
  private final String name;
  private final int capability;
  private final int driver;
  private final int multiprocessors;
  private final int sharedMemory;

  private Device(int ordinal) {
    int[] number = new int[1];
    Check.driver(cudart.cuInit(0), "start");
    Check.driver(cudart.cuDeviceGet(number, ordinal), "find the device");
    byte[] text = new byte[256];
    Check.driver(cudart.cuDeviceGetName(text, text.length, number[0]), "name the device");
    name = new String(text, StandardCharsets.UTF_8).replace("\0", "").trim();
    capability =
        10 * attribute(cudart.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, number[0])
            + attribute(cudart.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, number[0]);
    multiprocessors = attribute(cudart.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, number[0]);
    sharedMemory =
        attribute(cudart.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, number[0]);
    int[] version = new int[1];
    Check.driver(cudart.cuDriverGetVersion(version), "ask the driver's version");
    driver = version[0];
    checkCapability(name, capability);
    context = new CUctx_st();
    Check.driver(cudart.cuDevicePrimaryCtxRetain(context, number[0]), "open the device");
    use();
  }

  static Device open(int ordinal) {
    return new Device(ordinal);
  }

  /** Refuses a device that the compiler no longer knows. */
  static void checkCapability(String name, int capability) {
    if (capability < LEAST_CAPABILITY) {
      throw new CudaException(
          "CUDA: "
              + name
              + " is too old: expected compute capability 7.5 or newer but got "
              + capability / 10
              + "."
              + capability % 10
              + "; use device cpu");
    }
  }

  private static int attribute(int which, int number) {
    int[] value = new int[1];
    Check.driver(cudart.cuDeviceGetAttribute(value, which, number), "ask about the device");
    return value[0];
  }

  /**
   * Runs something while nobody else does something that other threads must not be disturbed by:
   * memory that is given back ends the graph that another thread is just recording.
   */
  public static void alone(Runnable work) {
    synchronized (ALONE) {
      work.run();
    }
  }

  /** Makes it the device of the calling thread; to be called before anything else there. */
  public void use() {
    Check.driver(cudart.cuCtxSetCurrent(context), "take the device");
  }

  public String name() {
    return name;
  }

  /** "sm_90" for compute capability 9.0. */
  public String architecture() {
    return "sm_" + capability;
  }

  /** The version of CUDA that the driver knows, 13000 for 13.0. */
  public int driver() {
    return driver;
  }

  public int multiprocessors() {
    return multiprocessors;
  }

  /** Bytes of shared memory that one block may ask for. */
  public int sharedMemory() {
    return sharedMemory;
  }

  /** Bytes of device memory that are free. */
  public long freeMemory() {
    try (SizeTPointer free = new SizeTPointer(1);
        SizeTPointer total = new SizeTPointer(1)) {
      Check.driver(cudart.cuMemGetInfo(free, total), "ask for free memory");
      return free.get();
    }
  }

  @Override
  public String toString() {
    return name
        + " ("
        + architecture()
        + ", CUDA "
        + driver / 1000
        + "."
        + driver % 1000 / 10
        + ")";
  }
}
