package io.github.tgp4j.data;

import java.util.Objects;

/** Name and type of a column of a table. */
public record Column(String name, ColumnType type) {
  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }
}
