package io.github.tgp4j.auto;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time for a whole search, shared out to its fits by how far the search is. */
final class TimeBudget {
  /** No limit. */
  static final TimeBudget NONE = new TimeBudget(null, System::nanoTime);

  private final Duration limit; // null: none
  private final LongSupplier clock;
  private final long begin;

  /**
   * Begins now.
   *
   * @param clock in nanoseconds, from any start
   */
  TimeBudget(Duration limit, LongSupplier clock) {
    this.limit = limit;
    this.clock = clock;
    this.begin = clock.getAsLong();
  }

  /**
   * What a fit may take that begins when {@code from} of the work is done and ends at {@code to}:
   * its share of the time that is left, so that what others took too much is made up for. Null
   * without a limit.
   */
  Duration part(double from, double to) {
    if (limit == null) {
      return null;
    }
    double share = from < 1 ? (to - from) / (1 - from) : 1.0;
    return Duration.ofNanos(Math.max(1, (long) (share * left())));
  }

  /** Whether less is left than this share of the whole. */
  boolean hasLessThan(double share) {
    return limit != null && left() < share * limit.toNanos();
  }

  private double left() {
    return (double) limit.toNanos() - (clock.getAsLong() - begin);
  }

  boolean hasLimit() {
    return limit != null;
  }

  /** Share of the limit that is gone; 0 without one. */
  double gone() {
    return limit == null ? 0.0 : 1.0 - left() / limit.toNanos();
  }

  /** Seconds that are left; +∞ without a limit. */
  double secondsLeft() {
    return limit == null ? Double.POSITIVE_INFINITY : left() / 1e9;
  }

  /**
   * A share of the time that is left until a share of the limit is gone; zero where none is left,
   * null without a limit.
   */
  Duration until(double until, double share) {
    if (limit == null) {
      return null;
    }
    double nanos = share * (left() - (1.0 - until) * limit.toNanos());
    return nanos > 1e6 ? Duration.ofNanos((long) nanos) : Duration.ZERO;
  }
}
