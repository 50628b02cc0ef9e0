package io.github.tgp4j.predict;

import java.util.StringJoiner;
import java.util.function.IntFunction;

/** The first few of many rows as text. */
final class Listing {
  private static final int SHOWN = 5;

  private Listing() {}

  /** "Band of 100 rows [1.2 … 3.4, 1.3 … 3.6, and 98 more]". */
  static String of(String what, int rows, IntFunction<String> row) {
    StringJoiner text =
        new StringJoiner(", ", what + " of " + rows + (rows == 1 ? " row [" : " rows ["), "]");
    for (int i = 0; i < Math.min(rows, SHOWN); i++) {
      text.add(row.apply(i));
    }
    if (rows > SHOWN) {
      text.add("and " + (rows - SHOWN) + " more");
    }
    return text.toString();
  }
}
