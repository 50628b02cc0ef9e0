package io.github.tgp4j.server;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A request's body: limited in bytes and in the time it takes to arrive. */
final class Body {
  private static final long MOST_IGNORED = 8 << 20;

  private Body() {}

  /** All of it, in memory. */
  static byte[] bytes(Context ctx, Limits limits) {
    long length = ctx.req().getContentLengthLong();
    refuseBeyond(ctx, limits, limits.bodyBytes());
    if (length > BodyMemory.SMALL) {
      ctx.appData(BodyMemory.KEY).reserve(ctx, length);
    }
    try (InputStream in = stream(ctx, limits, limits.bodyBytes())) {
      if (length >= 0) {
        byte[] all = in.readNBytes((int) length);
        if (all.length < length) {
          throw truncated(length, all.length);
        }
        return all;
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.write(in.readNBytes(BodyMemory.SMALL));
      if (all.size() == BodyMemory.SMALL) { // of unknown length, and not small
        ctx.appData(BodyMemory.KEY).reserve(ctx, limits.bodyBytes());
        in.transferTo(all);
      }
      return all.toByteArray();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Refuses a body that says it is larger than so many bytes. One of a few megabytes is read first:
   * a client that sends all of it before it listens would find the connection closed, and no
   * answer.
   */
  static void refuseBeyond(Context ctx, Limits limits, long most) {
    long length = ctx.req().getContentLengthLong();
    if (length <= most) {
      return;
    }
    if (length <= MOST_IGNORED) {
      try (InputStream in = stream(ctx, limits, length)) {
        in.transferTo(OutputStream.nullOutputStream());
      } catch (IOException | ApiException e) {
        // It is refused all the same, heard or not.
      }
    }
    throw tooLarge(most);
  }

  static ApiException truncated(long expected, long got) {
    return ApiException.badRequest(
        "body: expected " + expected + " bytes but it ended after " + got);
  }

  static ApiException unreadable(IOException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (cause instanceof java.util.concurrent.TimeoutException) {
      return new ApiException(408, "body: did not arrive in time; send it faster");
    }
    return ApiException.badRequest("body: ended before it was complete");
  }

  static ApiException tooLarge(long most) {
    return ApiException.tooLarge(
        "body: expected at most "
            + most
            + " bytes but it is larger; send less at a time, or start the server with a larger"
            + " limit");
  }

  /** A stream that refuses to give more than so many bytes, or to take longer than allowed. */
  static InputStream stream(Context ctx, Limits limits, long most) {
    return new Limited(ctx.bodyInputStream(), most, limits.timeout().toNanos());
  }

  private static final class Limited extends InputStream {
    private final InputStream in;
    private final long most;
    private final long nanos;
    private final long begin = System.nanoTime();
    private long count;

    Limited(InputStream in, long most, long nanos) {
      this.in = in;
      this.most = most;
      this.nanos = nanos;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      int n = read(one, 0, 1);
      return n < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int at, int length) throws IOException {
      int n = in.read(to, at, length);
      count += Math.max(0, n);
      if (count > most) {
        throw tooLarge(most);
      }
      // A megabyte may take as long as the whole of a small request: slow clients end, large do
      // not.
      long allowed = nanos * (1 + (count >> 20));
      if (n >= 0 && System.nanoTime() - begin > allowed) {
        throw new ApiException(408, "body: did not arrive in time; send it faster");
      }
      return n;
    }
  }
}
