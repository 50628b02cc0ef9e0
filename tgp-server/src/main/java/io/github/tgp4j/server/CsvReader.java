package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.TableReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * CSV (RFC 4180) as it arrives: the first line has the names, every value is a text, and memory
 * does not depend on the rows. Values are between commas, semicolons or tabs, whichever the first
 * line has most of.
 */
final class CsvReader implements TableReader {
  private static final int ROWS = 1024;
  private static final int LONGEST = 1 << 20; // characters of one value
  private static final int MOST_COLUMNS = 10_000;

  private final Reader in;
  private final char[] buffer = new char[1 << 14];
  private int at;
  private int end;
  private char delimiter;
  private final StringBuilder value = new StringBuilder();
  private final List<Column> columns = new ArrayList<>();
  private long row;
  private boolean endOfRow;

  CsvReader(InputStream bytes) {
    this.in = new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder());
    readHeader();
  }

  private void readHeader() {
    delimiter = detect();
    Set<String> names = new HashSet<>();
    do {
      String name = field();
      if (name == null && columns.isEmpty() && endOfRow && isOver()) {
        throw ApiException.badRequest("body: expected CSV with a header but got nothing");
      }
      String plain = name == null ? "" : name.trim();
      if (plain.isEmpty() || !names.add(plain)) {
        throw ApiException.badRequest(
            "header: expected a name of its own for each column but column "
                + (columns.size() + 1)
                + (plain.isEmpty() ? " has none" : " is called " + brief(plain) + " again"));
      }
      columns.add(new Column(plain, ColumnType.CATEGORY));
      if (columns.size() > MOST_COLUMNS) {
        throw ApiException.badRequest(
            "header: expected at most " + MOST_COLUMNS + " columns but there are more");
      }
    } while (!endOfRow);
  }

  /** The mark that the first line has most of. */
  private char detect() {
    fill();
    if (at < end && buffer[at] == '\ufeff') {
      at++; // a byte order mark
    }
    int[] counts = new int[3];
    boolean quoted = false;
    for (int i = at; i < end && (quoted || buffer[i] != '\n'); i++) {
      quoted ^= buffer[i] == '"';
      int mark = quoted ? -1 : ",;\t".indexOf(buffer[i]);
      if (mark >= 0) {
        counts[mark]++;
      }
    }
    return counts[1] > counts[0] && counts[1] >= counts[2]
        ? ';'
        : counts[2] > counts[0] ? '\t' : ',';
  }

  private boolean isOver() {
    if (at == end) {
      fill();
    }
    return at == end;
  }

  private void fill() {
    try {
      at = 0;
      end = Math.max(0, in.read(buffer));
    } catch (CharacterCodingException e) {
      throw ApiException.badRequest(place() + ": expected UTF-8 but got bytes that are none");
    } catch (IOException e) {
      throw Body.unreadable(e);
    }
  }

  private String place() {
    return columns.isEmpty() || row == 0 ? "body" : "row " + row;
  }

  /** The next character, or -1. */
  private int read() {
    if (at == end) {
      fill();
      if (at == end) {
        return -1;
      }
    }
    return buffer[at++];
  }

  /** The next value, null where it is empty; sets whether it is the last of its row. */
  private String field() {
    value.setLength(0);
    endOfRow = false;
    int c = read();
    if (c == '"') {
      return quoted();
    }
    while (c >= 0 && c != delimiter && c != '\n') {
      append(c);
      c = read();
    }
    endOfRow = c != delimiter;
    int length = value.length();
    if (endOfRow && length > 0 && value.charAt(length - 1) == '\r') {
      value.setLength(length - 1);
    }
    return value.length() == 0 ? null : value.toString();
  }

  private String quoted() {
    while (true) {
      int c = read();
      if (c < 0) {
        throw ApiException.badRequest(place() + ": a quoted value does not end; add a quote");
      }
      if (c == '"') {
        c = read();
        if (c != '"') {
          endQuoted(c);
          return value.toString();
        }
      }
      append(c);
    }
  }

  /** Behind the last quote. */
  private void endQuoted(int first) {
    int c = first == '\r' ? read() : first;
    if (c >= 0 && c != delimiter && c != '\n') {
      throw ApiException.badRequest(
          place() + ": expected the end of a value behind its last quote but got " + (char) c);
    }
    endOfRow = c != delimiter;
  }

  private void append(int c) {
    value.append((char) c);
    if (value.length() > LONGEST) {
      throw ApiException.badRequest(
          place() + ": expected values of at most " + LONGEST + " characters");
    }
  }

  private static String brief(String text) {
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }

  @Override
  public List<Column> columns() {
    return List.copyOf(columns);
  }

  @Override
  public Chunk next() {
    int width = columns.size();
    String[][] values = new String[width][ROWS];
    int rows = 0;
    long first = row;
    while (rows < ROWS && !isOver()) {
      row++;
      String start = field();
      if (start == null && endOfRow && width > 1) {
        row--; // an empty line
        continue;
      }
      values[0][rows] = start;
      int count = 1;
      for (; !endOfRow; count++) {
        String text = field();
        if (count < width) {
          values[count][rows] = text;
        }
      }
      if (count != width) {
        throw ApiException.badRequest(
            "row " + row + ": expected " + width + " values, as the header has, but got " + count);
      }
      rows++;
    }
    return rows == 0 ? null : new Chunk(columns, rows, List.of((Object[]) values), first);
  }

  @Override
  public void close() {
    // whoever opened the stream closes it
  }
}
