package io.github.tgp4j.data;

import java.util.List;
import java.util.Optional;

/** Mean, range and number of missing values of a column of numbers. */
final class NumberLearner implements ColumnLearner {
  private final String name;
  private final Range range = new Range();
  private final InfiniteValues infinite = new InfiniteValues();

  NumberLearner(String name) {
    this.name = name;
  }

  @Override
  public void add(Chunk chunk, int column) {
    double[] numbers = Values.numbers(chunk, column);
    range.add(numbers, chunk.rows());
    infinite.add(numbers, chunk.rows(), chunk.firstRow());
  }

  @Override
  public void merge(ColumnLearner other) {
    NumberLearner that = (NumberLearner) other;
    range.merge(that.range);
    infinite.merge(that.infinite);
  }

  @Override
  public void send(Wire wire) {
    range.send(wire);
    infinite.send(wire);
  }

  @Override
  public Optional<ColumnCoding> finish(List<String> notes) {
    if (infinite.count() > 0) {
      notes.add(infinite.note(name));
    }
    if (range.isConstant(name, notes)) {
      return Optional.empty();
    }
    if (range.missing() > 0) {
      notes.add(
          name
              + ": "
              + range.missing()
              + " of "
              + range.rows()
              + " missing, replaced by the mean "
              + Values.brief(range.mean())
              + " and marked in a column of their own");
    }
    return Optional.of(
        new NumberCoding(name, range.mean(), range.missing() > 0, range.least(), range.greatest()));
  }
}
