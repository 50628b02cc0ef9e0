package io.github.tgp4j.server;

import java.time.Duration;
import java.util.Objects;

/**
 * How much a server takes on.
 *
 * @param bodyBytes of a request that is held in memory
 * @param uploadBytes of a table that is uploaded or streamed
 * @param homeBytes of all uploads and fits together
 * @param rows of one JSON request
 * @param requests worked on at a time
 * @param fits at a time
 * @param threads predictions of one model at a time
 * @param timeout for a request to arrive, and for its answer
 */
public record Limits(
    long bodyBytes,
    long uploadBytes,
    long homeBytes,
    int rows,
    int requests,
    int fits,
    int threads,
    Duration timeout) {
  /** Those of the command. */
  public static final Limits DEFAULT =
      new Limits(
          16L << 20,
          512L << 20,
          4096L << 20,
          100_000,
          64,
          1,
          Runtime.getRuntime().availableProcessors(),
          Duration.ofSeconds(30));

  public Limits {
    Objects.requireNonNull(timeout, "timeout");
    boolean positive =
        bodyBytes > 0 && uploadBytes > 0 && homeBytes > 0 && rows > 0 && requests > 0;
    if (!positive || fits < 0 || threads < 1 || timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException(
          "limits: expected numbers above 0 (of fits: 0 or more) but got " + text(rows, requests));
    }
  }

  private static String text(int rows, int requests) {
    return rows + " rows, " + requests + " requests";
  }
}
