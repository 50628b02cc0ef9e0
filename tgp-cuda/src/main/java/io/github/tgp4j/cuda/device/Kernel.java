package io.github.tgp4j.cuda.device;

import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;

/** A function that many threads of the device run at once. */
public final class Kernel {
  private final String name;
  private final CUfunc_st function;

  Kernel(String name, CUfunc_st function) {
    this.name = name;
    this.function = function;
  }

  /** Lets its blocks ask for more shared memory than the usual 48 KiB. */
  public Kernel withSharedMemory(int bytes) {
    int attribute = cudart.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    Check.driver(
        cudart.cuFuncSetAttribute(function, attribute, bytes),
        "give " + name + " " + bytes + " bytes of shared memory");
    return this;
  }

  /**
   * Starts it.
   *
   * @param arguments in order: addresses, whole numbers (of 4 bytes too), and doubles as by {@link
   *     #number}
   */
  public void launch(Stream stream, Grid grid, long... arguments) {
    if (grid.isEmpty()) {
      return;
    }
    try (LongPointer values = new LongPointer(arguments);
        PointerPointer<Pointer> places = new PointerPointer<>(Math.max(1, arguments.length))) {
      for (int i = 0; i < arguments.length; i++) {
        places.put(i, values.getPointer(i));
      }
      Check.driver(
          cudart.cuLaunchKernel(
              function,
              grid.x(),
              grid.y(),
              grid.z(),
              grid.threads(),
              1,
              1,
              grid.sharedMemory(),
              stream.handle(),
              places,
              null),
          "start " + name);
    }
  }

  /** A double among the arguments. */
  public static long number(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
