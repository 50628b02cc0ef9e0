package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Kernel;
import io.github.tgp4j.cuda.device.KernelCache;
import io.github.tgp4j.cuda.device.Kernels;
import io.github.tgp4j.cuda.device.Products;
import io.github.tgp4j.cuda.device.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A stream with what runs on it: products, and kernels by name. */
final class Lane implements AutoCloseable {
  /** Threads of a block where each has a number of its own. */
  private static final int THREADS = 256;

  private final Stream stream;
  private final Products products;
  private final Kernels[] kernels;
  private final Map<String, Kernel> known = new HashMap<>();

  /**
   * @param kernels looked through in order; what none of the first has is of the last. They stay
   *     open when this closes
   */
  Lane(Device device, Kernels... kernels) {
    stream = new Stream(device);
    products = new Products(stream);
    this.kernels = kernels.clone();
  }

  /** The kernels that every model needs. */
  static Kernels algebra(Device device) {
    try (InputStream in = Lane.class.getResourceAsStream("algebra.cu")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Kernels.of(device, text, KernelCache.ofUser());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Stream stream() {
    return stream;
  }

  Products products() {
    return products;
  }

  /** Lets the blocks of a kernel ask for so much shared memory. */
  void allowSharedMemory(String kernel, int bytes) {
    kernel(kernel).withSharedMemory(bytes);
  }

  /** Starts a kernel. */
  void launch(String kernel, Grid grid, long... arguments) {
    kernel(kernel).launch(stream, grid, arguments);
  }

  /** Starts a kernel with a thread for each of so many numbers. */
  void each(String kernel, long count, long... arguments) {
    launch(kernel, Grid.over(count, THREADS), arguments);
  }

  /** Starts a kernel with a warp for each of so many rows. */
  void eachRow(String kernel, long rows, long... arguments) {
    launch(kernel, Grid.over(32 * rows, THREADS), arguments);
  }

  private Kernel kernel(String name) {
    return known.computeIfAbsent(name, this::find);
  }

  private Kernel find(String name) {
    for (int i = 0; i < kernels.length - 1; i++) {
      if (kernels[i].has(name)) {
        return kernels[i].get(name);
      }
    }
    return kernels[kernels.length - 1].get(name);
  }

  @Override
  public void close() {
    products.close();
    stream.close();
  }
}
