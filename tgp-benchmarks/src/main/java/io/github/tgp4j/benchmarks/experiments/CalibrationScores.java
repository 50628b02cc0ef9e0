package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.metrics.Calibration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How well predictive distributions match their frequencies, by the probability integral transform
 * u = F(y) of each target, which is uniform where the distributions are right (equations M11 and
 * M12 in docs/equations.md).
 *
 * @param coverage shares of targets in the central intervals of {@link #LEVELS}; NaN for none
 * @param pit shares of u in ten equal parts of [0, 1]; empty for none
 */
record CalibrationScores(List<Double> coverage, List<Double> pit) {
  /** The levels beside 95%, which rows have always had. */
  static final List<Integer> LEVELS = List.of(50, 80, 90, 99);

  static final int BINS = 10;

  /** Nothing is known. */
  static final CalibrationScores NONE =
      new CalibrationScores(LEVELS.stream().map(level -> Double.NaN).toList(), List.of());

  /** Of the values F(y) of targets. */
  static CalibrationScores of(double[] u) {
    return new CalibrationScores(
        LEVELS.stream().map(level -> Calibration.centralCoverage(u, level / 100.0)).toList(),
        Arrays.stream(Calibration.histogram(u, BINS)).boxed().toList());
  }

  /** The central interval's share of targets; NaN where it is not known. */
  double coverage(int level) {
    return coverage.get(LEVELS.indexOf(level));
  }

  /** Ten shares in one cell, {@code 0.11;0.09;…}; empty for none. */
  String pitCell() {
    return pit.stream()
        .map(share -> String.format(Locale.ROOT, "%.4f", share))
        .collect(Collectors.joining(";"));
  }

  /** What {@link #pitCell} wrote. */
  static List<Double> parsePit(String cell) {
    return cell.isEmpty()
        ? List.of()
        : Arrays.stream(cell.split(";")).map(Double::valueOf).toList();
  }
}
