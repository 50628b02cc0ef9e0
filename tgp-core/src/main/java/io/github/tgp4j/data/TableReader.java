package io.github.tgp4j.data;

import java.util.List;

/** A table read once from start to end, some thousand rows at a time. */
public interface TableReader extends AutoCloseable {
  /** Columns of every chunk. */
  List<Column> columns();

  /** The next rows, or null when there are no more. */
  Chunk next();

  /** What was noticed while reading, for people; complete at the end. */
  default List<String> notes() {
    return List.of();
  }

  @Override
  void close();
}
