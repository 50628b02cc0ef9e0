package io.github.tgp4j.benchmarks.fuzz;

/**
 * What came of one case.
 *
 * @param text why it was refused, or what is wrong; empty where it was accepted
 */
public record FuzzResult(Outcome outcome, String text) {
  /** How a case may end; only the last is a finding. */
  public enum Outcome {
    ACCEPTED,
    REFUSED,
    FAILED
  }

  static final FuzzResult ACCEPTED = new FuzzResult(Outcome.ACCEPTED, "");

  static FuzzResult refused(String why) {
    return new FuzzResult(Outcome.REFUSED, why);
  }

  static FuzzResult failed(String what) {
    return new FuzzResult(Outcome.FAILED, what);
  }

  /** The finding that an exception is which nobody documents. */
  static FuzzResult failed(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return failed(e + (trace.length == 0 ? "" : " at " + trace[0]));
  }

  /** Whether an exception is of a kind that callers are told of, with words. */
  static boolean isDocumented(Throwable e) {
    return (e instanceof IllegalArgumentException
            || e instanceof IllegalStateException
            || e instanceof ArithmeticException)
        && e.getMessage() != null;
  }

  public boolean isFailed() {
    return outcome == Outcome.FAILED;
  }
}
