package io.github.tgp4j.cli.table;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLStreamException;

/**
 * Which numbers of a workbook are dates: a workbook keeps days since 1900 or 1904, and only the
 * format of a cell says that they are to be shown as a date.
 */
final class CellFormats {
  private static final long DAY = 86_400_000;
  private static final double LAST_DAY = 2_958_466; // that after 9999-12-31

  private enum Kind {
    NUMBER,
    DATE,
    TIME,
    DATE_AND_TIME
  }

  private final List<Kind> kinds = new ArrayList<>();
  private final boolean since1904;

  private CellFormats(boolean since1904) {
    this.since1904 = since1904;
  }

  /**
   * Reads the styles of a workbook.
   *
   * @param styles null where there are none, and no dates
   */
  static CellFormats of(XmlPart styles, boolean since1904) throws XMLStreamException {
    CellFormats formats = new CellFormats(since1904);
    Map<String, Kind> own = new HashMap<>();
    boolean cells = false;
    while (styles != null && styles.next()) {
      if (styles.isStart("numFmt")) {
        own.put(styles.attribute("numFmtId"), kind(styles.attribute("formatCode")));
      } else if (styles.isStart("cellXfs") || styles.isEnd("cellXfs")) {
        cells = styles.isStart("cellXfs");
      } else if (cells && styles.isStart("xf")) {
        String id = styles.attribute("numFmtId");
        Kind kind = own.get(id);
        formats.kinds.add(kind == null ? known(id) : kind);
      }
    }
    return formats;
  }

  /** Formats that every workbook has, by their numbers. */
  private static Kind known(String id) {
    if (id == null || !id.matches("\\d{1,3}")) {
      return Kind.NUMBER;
    }
    int number = Integer.parseInt(id);
    if (number == 22) {
      return Kind.DATE_AND_TIME;
    }
    if (number >= 18 && number <= 21 || number == 45 || number == 47) {
      return Kind.TIME;
    }
    boolean date = number >= 14 && number <= 17 || number >= 27 && number <= 36;
    return date || number >= 50 && number <= 58 ? Kind.DATE : Kind.NUMBER;
  }

  /**
   * By the letters of the format. Times that may be longer than a day, such as {@code [h]:mm}, stay
   * numbers, in days.
   */
  private static Kind kind(String format) {
    if (format == null) {
      return Kind.NUMBER;
    }
    String plain =
        format
            .toLowerCase(Locale.ROOT)
            .replaceAll("\"[^\"]*\"|\\\\.|_.|\\*.", "")
            .replaceFirst(";.*", "")
            .replaceAll("am/pm|a/p", "h");
    if (plain.matches(".*\\[(h+|m+|s+)].*") || plain.matches(".*[#?].*")) {
      return Kind.NUMBER;
    }
    String letters = plain.replaceAll("\\[[^]]*]", "").replaceAll("general", "");
    boolean time = letters.matches(".*[hs].*");
    boolean date = letters.matches(".*[yd].*") || !time && letters.contains("m");
    return date ? time ? Kind.DATE_AND_TIME : Kind.DATE : time ? Kind.TIME : Kind.NUMBER;
  }

  /** A number as the text that a CSV file would have: digits, or a date, or a time. */
  String text(double value, int style) {
    Kind kind = style >= 0 && style < kinds.size() ? kinds.get(style) : Kind.NUMBER;
    if (kind == Kind.NUMBER || !(value >= 0 && value < LAST_DAY)) {
      byte[] digits = new byte[DoubleText.LONGEST];
      int length = DoubleText.write(value, digits, 0);
      return new String(digits, 0, length, StandardCharsets.ISO_8859_1);
    }
    long milliseconds = Math.round(value * DAY);
    long day = milliseconds / DAY;
    LocalTime time = LocalTime.ofNanoOfDay(milliseconds % DAY * 1_000_000);
    if (kind == Kind.TIME) {
      return seconds(time);
    }
    LocalDate first = since1904 ? LocalDate.of(1904, 1, 1) : LocalDate.of(1899, 12, 30);
    // Workbooks since 1900 have a 29 February 1900, which never was.
    LocalDate date = first.plusDays(!since1904 && day < 60 ? day + 1 : day);
    boolean whole = kind == Kind.DATE && time.equals(LocalTime.MIDNIGHT);
    return whole ? date.toString() : date + " " + seconds(time);
  }

  private static String seconds(LocalTime time) {
    String text = time.toString(); // leaves seconds out where they are 0
    return text.length() == 5 ? text + ":00" : text;
  }
}
