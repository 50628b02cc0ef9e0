package io.github.tgp4j.cli.report;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Seconds since 1970 as people read them. */
final class Times {
  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  private Times() {}

  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd");

  static String text(double seconds) {
    if (!(Math.abs(seconds) < 1e11)) {
      return Numbers.text(seconds);
    }
    LocalDateTime time =
        LocalDateTime.ofInstant(Instant.ofEpochSecond((long) seconds), ZoneOffset.UTC);
    return (time.toLocalTime().equals(LocalTime.MIDNIGHT) ? DAY : FORMAT).format(time);
  }
}
