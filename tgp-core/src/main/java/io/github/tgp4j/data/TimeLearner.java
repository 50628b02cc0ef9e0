package io.github.tgp4j.data;

import static io.github.tgp4j.data.TimeCoding.DAY;
import static io.github.tgp4j.data.TimeCoding.WEEK;
import static io.github.tgp4j.data.TimeCoding.YEAR;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the cycles of a column of times. A cycle is used where the times span more than one
 * period and lie at different places in it: dates without a time of day have no daily cycle, one
 * date a year no yearly one. Times of day without a date always have the daily one.
 */
final class TimeLearner implements ColumnLearner {
  /** Places in a cycle that differ by less count as one; leap days move a yearly date by 0.003. */
  private static final double SAME_PHASE = 0.01;

  private final String name;
  private final Range range = new Range();
  private final Range dayPhase = new Range();
  private final Range weekPhase = new Range();
  private final Range yearPhase = new Range();

  TimeLearner(String name) {
    this.name = name;
  }

  @Override
  public void add(Chunk chunk, int column) {
    double[] seconds = Values.times(chunk, column);
    range.add(seconds, chunk.rows());
    addPhases(dayPhase, seconds, chunk.rows(), DAY);
    addPhases(weekPhase, seconds, chunk.rows(), WEEK);
    addPhases(yearPhase, seconds, chunk.rows(), YEAR);
  }

  private static void addPhases(Range to, double[] seconds, int rows, double period) {
    double[] phases = new double[rows];
    for (int i = 0; i < rows; i++) {
      phases[i] = TimeCoding.phase(seconds[i], period);
    }
    to.add(phases, rows);
  }

  @Override
  public Optional<ColumnCoding> finish(List<String> notes) {
    if (range.isConstant(name, notes)) {
      return Optional.empty();
    }
    boolean timesOfDay = range.least() >= 0 && range.greatest() <= DAY;
    boolean day = timesOfDay || has(DAY, dayPhase);
    boolean week = has(WEEK, weekPhase);
    boolean year = has(YEAR, yearPhase);
    double mean = (range.mean() - range.least()) / DAY;
    TimeCoding coding =
        new TimeCoding(name, range.least(), mean, range.missing() > 0, day, week, year);
    List<String> parts = new ArrayList<>(List.of("days since the first time"));
    if (day) {
      parts.add("time of day");
    }
    if (week) {
      parts.add("day of the week");
    }
    if (year) {
      parts.add("time of the year");
    }
    if (range.missing() > 0) {
      parts.add(range.missing() + " missing marked");
    }
    notes.add(name + ": a time, as " + String.join(", ", parts));
    return Optional.of(coding);
  }

  private boolean has(double period, Range phase) {
    boolean spans = range.greatest() - range.least() > period;
    return spans && phase.greatest() - phase.least() > SAME_PHASE;
  }
}
