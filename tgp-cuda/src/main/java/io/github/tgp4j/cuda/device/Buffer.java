package io.github.tgp4j.cuda.device;

import org.bytedeco.cuda.global.cudart;

/** Numbers of eight bytes each in the device's memory, in plain device allocations. */
public final class Buffer implements AutoCloseable {
  private static final int TRIES = 5;
  private static final long PAUSE = 100; // milliseconds

  private final long size;
  private long address;

  /** So many numbers; what they are is not said until they are written. */
  public Buffer(long size) {
    this.size = Math.max(1, size);
    long[] at = new long[1];
    int code = cudart.cuMemAlloc(at, bytes(this.size));
    for (int i = 0; code == Check.OUT_OF_MEMORY && i < TRIES; i++) {
      awaitCollection(); // what earlier fits had there may still wait to be given back
      code = cudart.cuMemAlloc(at, bytes(this.size));
    }
    Check.driver(code, "take " + (bytes(this.size) >> 20) + " MiB of device memory");
    address = at[0];
  }

  private static void awaitCollection() {
    System.gc();
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static long bytes(long numbers) {
    return Math.multiplyExact(numbers, (long) Double.BYTES);
  }

  /** How many numbers there are. */
  public long size() {
    return size;
  }

  /** Where the numbers start on the device. */
  public long at() {
    return address;
  }

  /** Where a number lies on the device. */
  public long at(long index) {
    return address + bytes(index);
  }

  @Override
  public void close() {
    if (address != 0) {
      Check.driver(cudart.cuMemFree(address), "give device memory back");
      address = 0;
    }
  }
}
