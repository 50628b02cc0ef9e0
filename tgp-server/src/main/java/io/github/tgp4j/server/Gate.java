package io.github.tgp4j.server;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * What every request passes before it is answered: that it means this server, bears a key that
 * allows it, and that there is room for it.
 */
final class Gate {
  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  private static final int MOST_STREAMS = 16;

  private final Keys keys;
  private final String host;
  private final Semaphore room;
  private final int most;
  private final Semaphore streams = new Semaphore(MOST_STREAMS);
  private final BodyMemory memory;

  Gate(ServerSettings settings) {
    this.keys = settings.keys();
    this.host = settings.host();
    this.most = settings.limits().requests();
    this.room = new Semaphore(most);
    this.memory = new BodyMemory(settings.limits());
  }

  /** What bodies may take together. */
  BodyMemory memory() {
    return memory;
  }

  /** Requests that are worked on now. */
  int underWay() {
    return most - room.availablePermits();
  }

  /** The handler behind this gate. */
  Handler guard(Role needed, Handler handler) {
    return ctx -> {
      requireAddress(ctx);
      requireRole(ctx, needed);
      if (needed == Role.ANYONE) {
        handler.handle(ctx);
        return;
      }
      if (!room.tryAcquire()) {
        throw ApiException.busy(
            "the server works on " + most + " requests already; try again later");
      }
      try {
        handler.handle(ctx);
      } finally {
        memory.release(ctx);
        room.release();
      }
    };
  }

  /** The handler of a long answer, of which there are a few at a time. */
  Handler guardStream(Role needed, Handler handler) {
    return ctx -> {
      requireAddress(ctx);
      requireRole(ctx, needed);
      if (!streams.tryAcquire()) {
        throw ApiException.busy(
            "events: " + MOST_STREAMS + " clients follow fits already; try again later");
      }
      try {
        handler.handle(ctx);
      } finally {
        streams.release();
      }
    };
  }

  /**
   * A server of this machine alone, without keys, answers neither other sites' scripts nor names
   * that others point at it.
   */
  private void requireAddress(Context ctx) {
    String origin = ctx.header("Origin");
    String given = ctx.header("Host");
    if (origin != null && !origin.equals("null") && given != null) {
      String from = origin.replaceFirst("^[a-z]+://", "");
      if (!from.equalsIgnoreCase(given)) {
        throw new ApiException(
            403, "origin: expected a page of this server but got one of " + brief(origin));
      }
    }
    if (keys.isOpen() && LOCAL.contains(host) && given != null && !LOCAL.contains(name(given))) {
      throw new ApiException(
          403, "host: expected localhost, since keys are not asked for, but got " + brief(given));
    }
  }

  private static String name(String host) {
    String plain = host.toLowerCase(Locale.ROOT);
    int colon = plain.lastIndexOf(':');
    return colon > plain.lastIndexOf(']') ? plain.substring(0, colon) : plain;
  }

  private static String brief(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }

  private void requireRole(Context ctx, Role needed) {
    if (needed == Role.ANYONE) {
      return;
    }
    Role role = keys.roleOf(ctx.header("Authorization"));
    if (role == Role.ANYONE) {
      ctx.header("WWW-Authenticate", "Bearer");
      throw new ApiException(
          401, "key: expected a known one in the header Authorization: Bearer KEY");
    }
    if (!role.allows(needed)) {
      throw new ApiException(
          403, "key: expected one of the role " + needed.text() + " but got " + role.text());
    }
  }
}
