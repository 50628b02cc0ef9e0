package io.github.tgp4j.server;

import io.javalin.config.Key;
import io.javalin.http.Context;
import java.util.concurrent.Semaphore;

/**
 * How much memory the bodies of all requests may take together: many large ones at a time would not
 * leave enough for their predictions. Small ones are not counted.
 */
final class BodyMemory {
  static final Key<BodyMemory> KEY = new Key<>("tgp.body-memory");

  /** Bodies up to here are not counted. */
  static final int SMALL = 1 << 16;

  private static final String RESERVED = "tgp.reserved-kilobytes";
  private static final int SHARE = 8; // of the heap; rows take several times their text

  private final Semaphore kilobytes;

  BodyMemory(Limits limits) {
    long most = Math.max(limits.bodyBytes(), Runtime.getRuntime().maxMemory() / SHARE);
    this.kilobytes = new Semaphore((int) Math.min(Integer.MAX_VALUE, (most >> 10) + 1));
  }

  /** Room for a request's body until {@link #release}; refuses where others have taken it. */
  void reserve(Context ctx, long bytes) {
    int wanted = (int) (bytes >> 10);
    if (!kilobytes.tryAcquire(wanted)) {
      throw ApiException.busy(
          "body: other requests take the memory that there is for large ones; try again later, or"
              + " send CSV or NDJSON, which is streamed");
    }
    ctx.attribute(RESERVED, wanted);
  }

  /** The request is answered. */
  void release(Context ctx) {
    Integer reserved = ctx.attribute(RESERVED);
    if (reserved != null) {
      kilobytes.release(reserved);
    }
  }
}
