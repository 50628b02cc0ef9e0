package io.github.tgp4j.cli;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Shows how far long work is: one line that is written over on a terminal, a plain line now and
 * then elsewhere.
 */
final class ProgressLine implements AutoCloseable {
  private static final int WIDTH = 20;
  private static final double LEAST_SHARE = 0.05; // for a guess at what is left
  private static final long TERMINAL_NANOS = 100_000_000L;
  private static final long PLAIN_NANOS = 5_000_000_000L;

  private final PrintWriter err;
  private final boolean terminal;
  private long begin = System.nanoTime();
  private String label = "";
  private long shown;
  private int length;

  ProgressLine(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
    this.shown = begin;
  }

  /** The launcher says whether standard error is a terminal. */
  static ProgressLine on(PrintWriter err) {
    return new ProgressLine(err, Boolean.getBoolean("tgp.terminal"));
  }

  /** Another piece of work begins, named so. */
  void begin(String name) {
    close();
    label = name + ": ";
    begin = System.nanoTime();
  }

  /** The work whose share is shown begins now. */
  void restart() {
    begin = System.nanoTime();
  }

  /** Whether enough time has passed for another line; asks nothing of the caller otherwise. */
  boolean isDue() {
    return System.nanoTime() - shown > (terminal ? TERMINAL_NANOS : PLAIN_NANOS);
  }

  /**
   * Shows where the work stands.
   *
   * @param share of it that is done, 0 to 1; NaN when that is not known
   */
  void show(String what, double share, String detail) {
    shown = System.nanoTime();
    StringBuilder line = new StringBuilder();
    if (!Double.isNaN(share)) {
      int full = (int) Math.round(WIDTH * Math.min(1.0, Math.max(0.0, share)));
      if (terminal) {
        line.append("━".repeat(full)).append("┄".repeat(WIDTH - full)).append(' ');
      }
      line.append(String.format(Locale.ROOT, "%3.0f%%  ", 100 * share));
    }
    line.append(label).append(what);
    if (!detail.isEmpty()) {
      line.append("  ").append(detail);
    }
    line.append(left(share, (shown - begin) / 1e9));
    print(line.toString());
  }

  /**
   * " about 40 s left", rounded down; empty as long as nothing can be said. The first steps are
   * slow, and a guess from them would be far too high.
   *
   * @param share that took so many seconds
   */
  static String left(double share, double seconds) {
    if (!(share >= LEAST_SHARE && share < 1 && seconds > 1)) {
      return "";
    }
    double left = seconds / share - seconds;
    if (left < 5) {
      return "  a few seconds left";
    }
    if (left < 120) {
      return String.format(Locale.ROOT, "  about %.0f s left", 5 * Math.floor(left / 5));
    }
    return left < 5400
        ? "  about " + halves(left / 60) + " min left"
        : "  about " + halves(left / 3600) + " h left";
  }

  /** "2", "2.5". */
  private static String halves(double value) {
    double rounded = Math.floor(2 * value) / 2;
    return String.format(Locale.ROOT, rounded % 1 == 0 ? "%.0f" : "%.1f", rounded);
  }

  private void print(String line) {
    if (!terminal) {
      err.println(line);
      return;
    }
    err.print('\r' + line + " ".repeat(Math.max(0, length - line.length())));
    err.flush();
    length = line.length();
  }

  /** "8 s", "2 min 05 s". */
  static String time(double seconds) {
    if (seconds < 90) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
    long whole = Math.round(seconds);
    return String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60);
  }

  /** Wipes the line. */
  @Override
  public void close() {
    if (terminal && length > 0) {
      err.print('\r' + " ".repeat(length) + '\r');
      err.flush();
      length = 0;
    }
  }
}
