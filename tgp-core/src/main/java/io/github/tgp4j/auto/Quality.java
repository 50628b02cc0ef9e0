package io.github.tgp4j.auto;

import io.github.tgp4j.text.Names;
import java.util.Arrays;
import java.util.Locale;

/**
 * How much {@link AutoFit} spends on better predictions where the user names no model; the times
 * are meant for 10,000 rows of ten numbers on two cores, and are not kept to the second.
 */
public enum Quality {
  /** Few candidates, each trained briefly: some 20 seconds. */
  FAST,
  /** The usual one: some 90 seconds. */
  GOOD,
  /** Many candidates and seeds, more inducing points: several times as long. */
  BEST;

  /** The quality of a text, in small or capital letters. */
  public static Quality of(String text) {
    for (Quality quality : values()) {
      if (quality.text().equalsIgnoreCase(text.trim())) {
        return quality;
      }
    }
    throw new IllegalArgumentException(
        Names.unknown("quality", text, Arrays.stream(values()).map(Quality::text).toList()));
  }

  /** Its name for people and files: {@code good}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
