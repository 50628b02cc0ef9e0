package io.github.tgp4j.cli.table;

import java.util.Objects;

/** A column to be written. */
public record OutputColumn(String name, Type type) {
  public OutputColumn {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }

  /** What its values are. */
  public enum Type {
    /** double[]; NaN is written as missing. */
    DOUBLE,
    /** long[]. */
    LONG,
    /** String[]; null is missing. */
    TEXT
  }

  public static OutputColumn number(String name) {
    return new OutputColumn(name, Type.DOUBLE);
  }

  public static OutputColumn whole(String name) {
    return new OutputColumn(name, Type.LONG);
  }

  public static OutputColumn text(String name) {
    return new OutputColumn(name, Type.TEXT);
  }
}
