package io.github.tgp4j.cli.table;

import io.github.tgp4j.cli.table.OutputColumn.Type;
import java.io.IOException;
import java.util.List;

/** How rows are written as text: RFC 4180 or one JSON object per line. */
enum RowFormat {
  CSV {
    @Override
    void header(ByteSink to, List<OutputColumn> columns) throws IOException {
      for (int j = 0; j < columns.size(); j++) {
        if (j > 0) {
          to.put(',');
        }
        csvText(to, columns.get(j).name());
      }
      to.put('\n');
    }

    @Override
    void row(ByteSink to, List<OutputColumn> columns, List<String> keys, Object[] values, int i)
        throws IOException {
      for (int j = 0; j < values.length; j++) {
        if (j > 0) {
          to.put(',');
        }
        if (values.length == 1 && isMissing(values[0], i)) {
          to.put("NA"); // an empty line would be no row
        } else if (values[j] instanceof double[] numbers) {
          csvNumber(to, numbers[i]);
        } else if (values[j] instanceof long[] wholes) {
          to.put(wholes[i]);
        } else if (((String[]) values[j])[i] != null) {
          csvText(to, ((String[]) values[j])[i]);
        }
      }
      to.put('\n');
    }
  },
  JSON {
    @Override
    void header(ByteSink to, List<OutputColumn> columns) {}

    @Override
    void row(ByteSink to, List<OutputColumn> columns, List<String> keys, Object[] values, int i)
        throws IOException {
      for (int j = 0; j < values.length; j++) {
        to.put(keys.get(j));
        if (values[j] instanceof double[] numbers && Double.isFinite(numbers[i])) {
          to.put(numbers[i]);
        } else if (values[j] instanceof long[] wholes) {
          to.put(wholes[i]);
        } else if (values[j] instanceof String[] texts && texts[i] != null) {
          to.put(jsonText(texts[i]));
        } else {
          to.put("null");
        }
      }
      to.put("}\n");
    }
  };

  abstract void header(ByteSink to, List<OutputColumn> columns) throws IOException;

  /** Writes row i; {@code keys} are those of {@link #keys}. */
  abstract void row(
      ByteSink to, List<OutputColumn> columns, List<String> keys, Object[] values, int i)
      throws IOException;

  /** What stands before each value of a JSON object. */
  static List<String> keys(List<OutputColumn> columns) {
    return columns.stream()
        .map(c -> (c == columns.get(0) ? "{" : ",") + jsonText(c.name()) + ":")
        .toList();
  }

  private static boolean isMissing(Object values, int i) {
    return values instanceof double[] numbers
        ? Double.isNaN(numbers[i])
        : values instanceof String[] texts && texts[i] == null;
  }

  private static void csvNumber(ByteSink to, double x) throws IOException {
    if (Double.isFinite(x)) {
      to.put(x);
    } else if (!Double.isNaN(x)) {
      to.put(x > 0 ? "inf" : "-inf");
    }
  }

  /** Quoted where RFC 4180 wants it, and where a reader might take the text for a missing value. */
  private static void csvText(ByteSink to, String text) throws IOException {
    boolean quote = text.isEmpty();
    for (int i = 0; i < text.length() && !quote; i++) {
      char c = text.charAt(i);
      quote = c == ',' || c == '"' || c == '\n' || c == '\r';
    }
    if (quote || text.charAt(0) == ' ' || text.charAt(text.length() - 1) == ' ') {
      to.put('"');
      to.put(text.replace("\"", "\"\""));
      to.put('"');
    } else {
      to.put(text);
    }
  }

  private static String jsonText(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  /** Refuses arrays that do not fit their column. */
  static void check(List<OutputColumn> columns, int rows, List<Object> values) {
    if (values.size() != columns.size()) {
      throw new IllegalArgumentException(
          "expected " + columns.size() + " columns but got " + values.size());
    }
    for (int j = 0; j < columns.size(); j++) {
      Object array = values.get(j);
      Type type = columns.get(j).type();
      boolean fits =
          (type == Type.DOUBLE && array instanceof double[] d && d.length >= rows)
              || (type == Type.LONG && array instanceof long[] n && n.length >= rows)
              || (type == Type.TEXT && array instanceof String[] s && s.length >= rows);
      if (!fits) {
        throw new IllegalArgumentException(
            "column "
                + columns.get(j).name()
                + ": expected "
                + rows
                + " values of type "
                + type
                + " but got a "
                + array.getClass().getSimpleName());
      }
    }
  }
}
