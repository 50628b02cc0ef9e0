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
  /**
   * Places on a cycle's circle (of radius 1) that differ by less count as one; leap days move a
   * yearly date by 0.02.
   */
  private static final double SAME_PLACE = 0.05;

  private final String name;
  private final Range range = new Range();
  private final InfiniteValues infinite = new InfiniteValues();
  private final Circle day = new Circle();
  private final Circle week = new Circle();
  private final Circle year = new Circle();

  TimeLearner(String name) {
    this.name = name;
  }

  @Override
  public void add(Chunk chunk, int column) {
    double[] seconds = Values.times(chunk, column);
    range.add(seconds, chunk.rows());
    infinite.add(seconds, chunk.rows(), chunk.firstRow());
    day.add(seconds, chunk.rows(), DAY);
    week.add(seconds, chunk.rows(), WEEK);
    year.add(seconds, chunk.rows(), YEAR);
  }

  @Override
  public void merge(ColumnLearner other) {
    TimeLearner that = (TimeLearner) other;
    range.merge(that.range);
    infinite.merge(that.infinite);
    day.merge(that.day);
    week.merge(that.week);
    year.merge(that.year);
  }

  @Override
  public void send(Wire wire) {
    range.send(wire);
    infinite.send(wire);
    day.send(wire);
    week.send(wire);
    year.send(wire);
  }

  @Override
  public Optional<ColumnCoding> finish(List<String> notes) {
    if (infinite.count() > 0) {
      notes.add(infinite.note(name));
    }
    if (range.isConstant(name, notes)) {
      return Optional.empty();
    }
    boolean timesOfDay = range.least() >= 0 && range.greatest() <= DAY;
    boolean daily = timesOfDay || has(DAY, day);
    boolean weekly = has(WEEK, week);
    boolean yearly = has(YEAR, year);
    double mean = (range.mean() - range.least()) / DAY;
    TimeCoding coding =
        new TimeCoding(
            name,
            range.least(),
            mean,
            range.missing() > 0,
            daily,
            weekly,
            yearly,
            range.greatest());
    List<String> parts = new ArrayList<>(List.of("days since the first time"));
    if (daily) {
      parts.add("time of day");
    }
    if (weekly) {
      parts.add("day of the week");
    }
    if (yearly) {
      parts.add("time of the year");
    }
    if (range.missing() > 0) {
      parts.add(range.missing() + " missing marked");
    }
    notes.add(name + ": a time, as " + String.join(", ", parts));
    return Optional.of(coding);
  }

  private boolean has(double period, Circle circle) {
    return range.greatest() - range.least() > period && circle.spread() > SAME_PLACE;
  }

  /** Where on a cycle's circle the times lie. */
  private static final class Circle {
    private final Range sines = new Range();
    private final Range cosines = new Range();

    void add(double[] seconds, int rows, double period) {
      double[] sine = new double[rows];
      double[] cosine = new double[rows];
      for (int i = 0; i < rows; i++) {
        double angle = 2 * Math.PI * TimeCoding.phase(seconds[i], period);
        sine[i] = Math.sin(angle);
        cosine[i] = Math.cos(angle);
      }
      sines.add(sine, rows);
      cosines.add(cosine, rows);
    }

    void merge(Circle other) {
      sines.merge(other.sines);
      cosines.merge(other.cosines);
    }

    void send(Wire wire) {
      sines.send(wire);
      cosines.send(wire);
    }

    double spread() {
      return Math.max(sines.greatest() - sines.least(), cosines.greatest() - cosines.least());
    }
  }
}
