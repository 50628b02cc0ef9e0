package io.github.tgp4j.data;

import java.util.List;
import java.util.Optional;

/**
 * Learns the coding of one column in one pass, in bounded memory. Learners of parts of the rows
 * merge to that of all rows.
 */
interface ColumnLearner {
  /** Takes the values of a chunk's column. */
  void add(Chunk chunk, int column);

  /** Takes in what another learner of the same column learnt from the rows after these. */
  void merge(ColumnLearner other);

  /** Sends what was learnt, or receives it from a learner of the same column. */
  void send(Wire wire);

  /** The coding, or none where the column says nothing; why goes to {@code notes}. */
  Optional<ColumnCoding> finish(List<String> notes);

  static ColumnLearner of(Column column) {
    return switch (column.type()) {
      case NUMBER -> new NumberLearner(column.name());
      case CATEGORY -> new CategoryLearner(column.name());
      case TIME -> new TimeLearner(column.name());
    };
  }
}
