package io.github.tgp4j.cuda.device;

import java.nio.DoubleBuffer;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/** Work in order on one device, copies included; it goes on while the host does other things. */
public final class Stream implements AutoCloseable {
  private final Device device;
  private final CUstream_st handle;

  public Stream(Device device) {
    this.device = device;
    device.use();
    handle = new CUstream_st();
    Check.driver(cudart.cuStreamCreate(handle, cudart.CU_STREAM_NON_BLOCKING), "open a stream");
  }

  public Device device() {
    return device;
  }

  CUstream_st handle() {
    return handle;
  }

  /** Copies numbers of the host; they may change once this returns. */
  public void upload(double[] from, long to) {
    try (DoublePointer host = new DoublePointer(from)) {
      copyIn(host, to, from.length);
    }
  }

  /** Copies whole numbers of the host; they may change once this returns. */
  public void upload(long[] from, long to) {
    try (LongPointer host = new LongPointer(from)) {
      copyIn(host, to, from.length);
    }
  }

  private void copyIn(Pointer host, long to, long count) {
    Check.driver(
        cudart.cuMemcpyHtoDAsync(to, host, Buffer.bytes(count), handle), "copy to the device");
    finish();
  }

  /** Copies the first numbers of pinned memory, which must not change until the copy is done. */
  public void upload(Pinned from, long to, long count) {
    Check.driver(
        cudart.cuMemcpyHtoDAsync(to, from.memory(), Buffer.bytes(count), handle),
        "copy to the device");
  }

  /** Copies to pinned memory; there when the stream is {@linkplain #finish finished}. */
  public void download(long from, Pinned to, long count) {
    Check.driver(
        cudart.cuMemcpyDtoHAsync(to.memory(), from, Buffer.bytes(count), handle),
        "copy from the device");
  }

  /** Copies numbers of the device to the host, and waits for them. */
  public void download(long from, double[] to) {
    try (DoublePointer host = new DoublePointer(to.length)) {
      Check.driver(
          cudart.cuMemcpyDtoHAsync(host, from, Buffer.bytes(to.length), handle),
          "copy from the device");
      finish();
      DoubleBuffer read = host.asBuffer();
      read.get(to);
    }
  }

  /** Copies within the device. */
  public void copy(long from, long to, long count) {
    Check.driver(
        cudart.cuMemcpyDtoDAsync(to, from, Buffer.bytes(count), handle), "copy on the device");
  }

  /** Sets numbers to zero. */
  public void clear(long at, long count) {
    Check.driver(cudart.cuMemsetD32Async(at, 0, 2 * count, handle), "clear memory of the device");
  }

  /** Lets another stream wait for what is on this one. */
  public void before(Stream other) {
    CUevent_st event = new CUevent_st();
    Check.driver(
        cudart.cuEventCreate(event, cudart.CU_EVENT_DISABLE_TIMING), "mark a place in a stream");
    Check.driver(cudart.cuEventRecord(event, handle), "mark a place in a stream");
    Check.driver(cudart.cuStreamWaitEvent(other.handle, event, 0), "wait for another stream");
    Check.driver(cudart.cuEventDestroy(event), "forget a place in a stream");
  }

  /** Waits until everything on it is done. */
  public void finish() {
    Check.driver(cudart.cuStreamSynchronize(handle), "finish what was asked for");
  }

  @Override
  public void close() {
    Check.driver(cudart.cuStreamDestroy(handle), "close a stream");
  }
}
