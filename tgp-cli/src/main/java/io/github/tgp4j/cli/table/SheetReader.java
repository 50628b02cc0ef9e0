package io.github.tgp4j.cli.table;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;

/** Goes through the cells of a sheet, row by row, and says what each of them shows. */
final class SheetReader {
  private static final int ROWS = 1 << 20;
  private static final int COLUMNS = 1 << 14;
  private static final Pattern ADDRESS = Pattern.compile("([A-Za-z]{1,3})(\\d{1,7})");

  /** Is told of the cells, in order. */
  interface Cells {
    /** A row has ended; rows without cells need not be told. */
    void row() throws IOException;

    /**
     * A cell with something in it.
     *
     * @param column from 0 on
     * @param text a number, date, time, text, TRUE or FALSE
     */
    void cell(int row, int column, String text) throws IOException;

    /** A cell with an error, such as #N/A, or a formula whose value was not saved. */
    void error(int row, int column, String error) throws IOException;
  }

  private final XmlPart xml;
  private final SharedTexts texts;
  private final CellFormats formats;
  private int row; // from 1 on, as spreadsheets count
  private int column = -1; // from 0 on

  SheetReader(XmlPart xml, SharedTexts texts, CellFormats formats) {
    this.xml = xml;
    this.texts = texts;
    this.formats = formats;
  }

  void read(Cells cells) throws IOException, XMLStreamException {
    while (xml.next() && !xml.isEnd("sheetData")) {
      if (xml.isStart("row")) {
        String number = xml.attribute("r");
        row = next(number == null ? row + 1 : whole(number));
        column = -1;
      } else if (xml.isStart("c")) {
        cell(cells);
      } else if (xml.isEnd("row")) {
        cells.row();
      }
    }
  }

  private int next(int to) throws XMLStreamException {
    if (to <= row || to > ROWS) {
      throw new XMLStreamException(
          "row " + to + " comes after row " + row + ", or beyond the last that a sheet can have");
    }
    return to;
  }

  private static int whole(String number) throws XMLStreamException {
    if (!number.matches("\\d{1,9}")) {
      throw new XMLStreamException("a row called \"" + number + "\"");
    }
    return Integer.parseInt(number);
  }

  private void cell(Cells cells) throws IOException, XMLStreamException {
    column = column(xml.attribute("r"));
    String style = xml.attribute("s");
    String given = xml.attribute("t");
    String type = given == null ? "n" : given;
    boolean formula = false;
    String value = null;
    while (xml.next() && !xml.isEnd("c")) {
      if (xml.isStart("f")) {
        formula = true;
      } else if (xml.isStart("v") || xml.isStart("is")) {
        value = xml.text("rPh");
      }
    }
    if (type.equals("e") || formula && (value == null || value.isEmpty() && !type.equals("str"))) {
      cells.error(row, column, value == null || value.isEmpty() ? "" : value);
      return;
    }
    String shown = value == null || value.isEmpty() ? "" : shown(type, value, style);
    if (!shown.isBlank()) {
      cells.cell(row, column, shown);
    }
  }

  private String shown(String type, String value, String style) throws XMLStreamException {
    return switch (type) {
      case "s" -> {
        String text = texts.get(value);
        if (text == null) {
          throw new XMLStreamException(
              address() + ": names text " + value + ", which is not there");
        }
        yield text;
      }
      case "b" -> value.strip().equals("1") || value.strip().equals("true") ? "TRUE" : "FALSE";
      case "d" -> value.strip().replace('T', ' ').replaceFirst("Z$", "");
      case "n" -> number(value.strip(), style);
      default -> value; // str, inlineStr
    };
  }

  private String number(String value, String style) throws XMLStreamException {
    try {
      double number = Double.parseDouble(value);
      if (Double.isFinite(number)) {
        return formats.text(number, style == null ? -1 : Integer.parseInt(style));
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new XMLStreamException(address() + ": expected a number but got \"" + value + "\"");
  }

  /** The column of a cell; those without an address follow each other. */
  private int column(String address) throws XMLStreamException {
    if (address == null) {
      return next(column + 1, "the cell after " + address());
    }
    Matcher matcher = ADDRESS.matcher(address);
    if (!matcher.matches()) {
      throw new XMLStreamException("a cell called \"" + address + "\"");
    }
    int number = 0;
    for (char c : matcher.group(1).toUpperCase(Locale.ROOT).toCharArray()) {
      number = 26 * number + (c - 'A' + 1);
    }
    return next(number - 1, "cell " + address);
  }

  private int next(int to, String what) throws XMLStreamException {
    if (to <= column || to >= COLUMNS) {
      throw new XMLStreamException(what + " in row " + row + " is out of order");
    }
    return to;
  }

  private String address() {
    return "cell " + address(row, column);
  }

  /** As spreadsheets say it: B7. */
  static String address(int row, int column) {
    StringBuilder letters = new StringBuilder();
    for (int left = column; left >= 0; left = left / 26 - 1) {
      letters.insert(0, (char) ('A' + left % 26));
    }
    return letters.append(row).toString();
  }
}
