package io.github.tgp4j.data;

import java.util.List;
import java.util.Optional;

/** Learns the coding of one column in one pass, in bounded memory. */
interface ColumnLearner {
  /** Takes the values of a chunk's column. */
  void add(Chunk chunk, int column);

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
