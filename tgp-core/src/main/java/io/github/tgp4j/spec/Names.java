package io.github.tgp4j.spec;

import java.util.Collection;

/** "no covariance is called X; did you mean Y? There are …". */
final class Names {
  private Names() {}

  static String unknown(String what, String name, Collection<String> known) {
    String nearest = null;
    int least = Math.max(2, name.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return "no "
        + what
        + " is called "
        + name
        + (nearest == null ? "" : "; did you mean " + nearest + "?")
        + " There are "
        + String.join(", ", known);
  }

  /** Levenshtein's edit distance. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(previous[j], row[j - 1]) + 1);
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
