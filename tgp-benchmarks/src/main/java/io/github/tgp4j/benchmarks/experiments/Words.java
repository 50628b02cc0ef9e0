package io.github.tgp4j.benchmarks.experiments;

import java.util.List;

/** Lists as people write them. */
final class Words {
  private Words() {}

  /** {@code a, b and c}. */
  static String list(List<String> items, String last) {
    return items.size() < 2
        ? String.join("", items)
        : String.join(", ", items.subList(0, items.size() - 1))
            + " "
            + last
            + " "
            + items.get(items.size() - 1);
  }

  static String listOrNone(List<String> items) {
    return items.isEmpty() ? "none" : list(items, "and");
  }
}
