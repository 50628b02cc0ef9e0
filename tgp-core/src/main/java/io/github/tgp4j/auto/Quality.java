package io.github.tgp4j.auto;

import io.github.tgp4j.text.Names;
import java.util.Arrays;
import java.util.Locale;

/**
 * How much {@link AutoFit} spends on better predictions where the user names no model; the times
 * are those of 10,000 rows of ten numbers on two cores.
 */
public enum Quality {
  /** Few candidates, each trained briefly: some 15 seconds. */
  FAST,
  /** The usual one: some 90 seconds. */
  GOOD,
  /** Many candidates and seeds, more inducing points: some 10 minutes. */
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
