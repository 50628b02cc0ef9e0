package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.HeldOut;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Predictions in the order of the table's first time. */
final class TimeSeries {
  private static final int MOST_ROWS = 240;
  private static final double DAY = 86_400;

  private TimeSeries() {}

  /**
   * The last rows, so that neighbours in time stay neighbours; null without a time.
   *
   * @param rowsAre what so many rows are called
   */
  static Report.Series of(
      Judged judged, List<InputSteps> inputs, String target, IntFunction<String> rowsAre) {
    InputColumn time =
        inputs.stream().map(s -> s.input).filter(InputColumn::time).findFirst().orElse(null);
    if (time == null || !judged.hasInputs()) {
      return null;
    }
    HeldOut held = judged.held();
    double[] seconds = judged.rows().column(time.columns()[0]);
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = time.seconds(seconds[i]);
    }
    int[] order =
        IntStream.range(0, seconds.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> seconds[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int from = Math.max(0, order.length - MOST_ROWS);
    int[] shown = Arrays.copyOfRange(order, from, order.length);
    double[] at = pick(seconds, shown);
    return new Report.Series(
        time.name(),
        isDense(at, inputs),
        target,
        at,
        pick(held.y(), shown),
        pick(held.median(), shown),
        pick(held.lower(), shown),
        pick(held.upper(), shown),
        (from > 0 ? "the last " : "") + rowsAre.apply(shown.length));
  }

  /** Within the shortest cycle there must be several rows, or a line would skip its turns. */
  private static boolean isDense(double[] at, List<InputSteps> inputs) {
    double cycle = Double.POSITIVE_INFINITY;
    for (InputSteps input : inputs) {
      String name = input.input.name();
      cycle = name.startsWith("hour of the day (") ? DAY : cycle;
      cycle = name.startsWith("day of the week (") ? Math.min(cycle, 7 * DAY) : cycle;
      cycle = name.startsWith("month (") ? Math.min(cycle, 365.25 * DAY) : cycle;
    }
    double[] gaps = new double[at.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = at[i + 1] - at[i];
    }
    Arrays.sort(gaps);
    return gaps.length > 0 && Rows.quantile(gaps, 0.5) <= cycle / 6;
  }

  private static double[] pick(double[] values, int[] at) {
    return IntStream.of(at).mapToDouble(i -> values[i]).toArray();
  }
}
