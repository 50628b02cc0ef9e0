package io.github.tgp4j.cuda.device;

import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** Numbers of eight bytes each in memory of the host that the device reads and writes itself. */
public final class Pinned implements AutoCloseable {
  private final BytePointer memory;
  private final DoubleBuffer doubles;
  private final LongBuffer longs;
  private boolean open = true;

  public Pinned(int size) {
    long bytes = Buffer.bytes(Math.max(1, size));
    Pointer taken = new Pointer();
    Check.driver(cudart.cuMemAllocHost(taken, bytes), "take pinned memory");
    memory = new BytePointer(taken).capacity(bytes);
    doubles = memory.asByteBuffer().order(ByteOrder.nativeOrder()).asDoubleBuffer();
    longs = memory.asByteBuffer().order(ByteOrder.nativeOrder()).asLongBuffer();
  }

  /** The numbers as doubles. */
  public DoubleBuffer doubles() {
    return doubles;
  }

  /** The numbers as longs. */
  public LongBuffer longs() {
    return longs;
  }

  Pointer memory() {
    return memory;
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      Check.driver(cudart.cuMemFreeHost(memory), "give pinned memory back");
    }
  }
}
