package io.github.tgp4j.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** "no covariance is called X; did you mean Y? There are …". */
public final class Names {
  /** Longer lists of names are cut in messages. */
  private static final int LISTED = 40;

  private Names() {}

  /** The whole message for a name that is none of {@code known}. */
  public static String unknown(String what, String name, Collection<String> known) {
    return "no "
        + what
        + " is called "
        + name
        + nearest(name, known).map(near -> "; did you mean " + near + "?").orElse(".")
        + " There are "
        + list(known);
  }

  /**
   * The name that needs the fewest edits to become {@code name}, if they are few: at most two, or a
   * third of its letters. Upper and lower case count as equal.
   */
  public static Optional<String> nearest(String name, Collection<String> known) {
    String nearest = null;
    int least = Math.max(2, name.length() / 3) + 1;
    for (String candidate : known) {
      if (Math.abs(candidate.length() - name.length()) < least) {
        int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
        if (distance < least) {
          least = distance;
          nearest = candidate;
        }
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** The names, or the first of them where there are many. */
  public static String list(Collection<String> names) {
    if (names.size() <= LISTED) {
      return String.join(", ", names);
    }
    return String.join(", ", names.stream().limit(LISTED).toList())
        + " and "
        + (names.size() - LISTED)
        + " more";
  }

  /** Levenshtein's edit distance, where two neighbours that changed places are one edit too. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int change = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
