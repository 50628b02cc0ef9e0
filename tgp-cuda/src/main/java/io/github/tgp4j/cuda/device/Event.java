package io.github.tgp4j.cuda.device;

import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.global.cudart;

/** A place in a stream that others wait for; the last one that was marked. */
public final class Event implements AutoCloseable {
  private final CUevent_st handle = new CUevent_st();

  public Event(Device device) {
    device.use();
    Check.driver(
        cudart.cuEventCreate(handle, cudart.CU_EVENT_DISABLE_TIMING), "mark a place in a stream");
  }

  /** Marks the place behind all that is on the stream now. */
  public void mark(Stream stream) {
    Check.driver(cudart.cuEventRecord(handle, stream.handle()), "mark a place in a stream");
  }

  /** Lets a stream wait until the place is reached; not at all where none was marked. */
  public void before(Stream stream) {
    Check.driver(cudart.cuStreamWaitEvent(stream.handle(), handle, 0), "wait for another stream");
  }

  /** Waits until the place is reached. */
  public void await() {
    Check.driver(cudart.cuEventSynchronize(handle), "finish what was asked for");
  }

  @Override
  public void close() {
    Check.driver(cudart.cuEventDestroy(handle), "forget a place in a stream");
  }
}
