package io.github.tgp4j.io;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TimeCoding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Encoders as JSON. Files come from strangers: reading checks every kind and size, and refuses
 * fields it does not know, with an IllegalArgumentException that says what is wrong.
 */
final class EncoderJson {
  private static final int MOST_NOTES = 100_000;
  private static final int LONGEST_NOTE = 10_000;

  private EncoderJson() {}

  /** The encoder as JSON. */
  static Map<String, Object> write(Encoder encoder) {
    List<Object> columns = new ArrayList<>();
    for (ColumnCoding coding : encoder.description().columns()) {
      columns.add(write(coding));
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("columns", columns);
    json.put("notes", Node.texts(encoder.notes()));
    return json;
  }

  private static Map<String, Object> write(ColumnCoding coding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", coding.name());
    if (coding instanceof NumberCoding number) {
      json.put("type", "number");
      json.put("mean", number.mean());
      json.put("indicator", number.indicator());
      if (!Double.isNaN(number.least())) {
        json.put("least", number.least());
        json.put("greatest", number.greatest());
      }
      if (number.mixed()) {
        json.put("mixed", true);
      }
    } else if (coding instanceof CategoryCoding category) {
      json.put("type", "category");
      json.put("levels", Node.texts(category.levels()));
      json.put("rare", category.hasRare());
      json.put("missing", category.hasMissing());
      json.put("share", category.share());
    } else {
      TimeCoding time = (TimeCoding) coding;
      json.put("type", "time");
      json.put("origin", time.origin());
      json.put("mean", time.mean());
      json.put("indicator", time.indicator());
      json.put("day", time.day());
      json.put("week", time.week());
      json.put("year", time.year());
      if (!Double.isNaN(time.last())) {
        json.put("last", time.last());
      }
    }
    return json;
  }

  /** The encoder that {@link #write(Encoder)} wrote. */
  static Encoder readEncoder(Map<String, Object> json) {
    Fields fields = new Fields("encoder", json, 2);
    List<ColumnCoding> codings = new ArrayList<>();
    List<?> columns = fields.list("columns", Encoder.MOST_COLUMNS);
    for (int i = 0; i < columns.size(); i++) {
      codings.add(readColumn("encoder, column " + i, columns.get(i)));
    }
    return Encoder.of(
        new Encoder.Description(codings, fields.texts("notes", MOST_NOTES, LONGEST_NOTE)));
  }

  private static ColumnCoding readColumn(String where, Object element) {
    if (!(element instanceof Map<?, ?> json)) {
      throw new IllegalArgumentException(where + ": expected an object but got " + kind(element));
    }
    String type = new Fields(where, json, json.size()).text("type", 20);
    int size =
        switch (type) {
          case "number" -> // older files have no range
              (json.containsKey("least") ? 6 : 4) + (json.containsKey("mixed") ? 1 : 0);
          case "category" -> 6;
          case "time" -> json.containsKey("last") ? 9 : 8;
          default ->
              throw new IllegalArgumentException(
                  where + ": type: expected number, category or time but got " + type);
        };
    Fields fields = new Fields(where, json, size);
    String name = fields.text("name", ColumnCoding.LONGEST_TEXT);
    return switch (type) {
      case "number" ->
          new NumberCoding(
              name,
              fields.number("mean"),
              fields.flag("indicator"),
              size >= 6 ? fields.number("least") : Double.NaN,
              size >= 6 ? fields.number("greatest") : Double.NaN,
              json.containsKey("mixed") && fields.flag("mixed"));
      case "category" ->
          new CategoryCoding(
              name,
              fields.texts("levels", CategoryCoding.MOST_LEVELS, ColumnCoding.LONGEST_TEXT),
              fields.flag("rare"),
              fields.flag("missing"),
              fields.number("share"));
      default ->
          new TimeCoding(
              name,
              fields.number("origin"),
              fields.number("mean"),
              fields.flag("indicator"),
              fields.flag("day"),
              fields.flag("week"),
              fields.flag("year"),
              size == 9 ? fields.number("last") : Double.NaN);
    };
  }

  /** The target encoder as JSON. */
  static Map<String, Object> write(TargetEncoder target) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", target.name());
    json.put("classes", target.isClasses());
    json.put("labels", Node.texts(target.labels()));
    return json;
  }

  /** The target encoder that {@link #write(TargetEncoder)} wrote. */
  static TargetEncoder readTarget(Map<String, Object> json) {
    Fields fields = new Fields("target", json, 3);
    return TargetEncoder.of(
        new TargetEncoder.Description(
            fields.text("name", ColumnCoding.LONGEST_TEXT),
            fields.flag("classes"),
            fields.texts("labels", TargetEncoder.MOST_CLASSES, ColumnCoding.LONGEST_TEXT)));
  }

  private static String kind(Object element) {
    if (element == null) {
      return "null";
    }
    if (element instanceof String) {
      return "a text";
    }
    return element instanceof JsonNumber
        ? "a number"
        : element instanceof Boolean
            ? "true or false"
            : element instanceof List ? "a list" : "an object";
  }

  /** The fields of an object, each of a certain kind and size. */
  private record Fields(String where, Map<?, ?> json, int size) {
    Fields {
      if (json.size() != size) {
        throw new IllegalArgumentException(
            where + ": expected " + size + " fields but got " + json.keySet());
      }
    }

    String text(String name, int longest) {
      return text(name, field(name, String.class, "a text"), longest);
    }

    private String text(String name, String text, int longest) {
      if (text.length() > longest) {
        throw wrong(name, "at most " + longest + " characters", Integer.toString(text.length()));
      }
      return text;
    }

    double number(String name) {
      return Double.parseDouble(field(name, JsonNumber.class, "a number").text());
    }

    boolean flag(String name) {
      return field(name, Boolean.class, "true or false");
    }

    List<?> list(String name, int most) {
      List<?> list = field(name, List.class, "a list");
      if (list.size() > most) {
        throw wrong(name, "at most " + most + " entries", Integer.toString(list.size()));
      }
      return list;
    }

    List<String> texts(String name, int most, int longest) {
      List<String> texts = new ArrayList<>();
      for (Object element : list(name, most)) {
        if (!(element instanceof String text)) {
          throw wrong(name, "a text", kind(element));
        }
        texts.add(text(name, text, longest));
      }
      return texts;
    }

    private <T> T field(String name, Class<T> type, String expected) {
      Object element = json.get(name);
      if (!type.isInstance(element)) {
        throw wrong(name, expected, json.containsKey(name) ? kind(element) : "nothing");
      }
      return type.cast(element);
    }

    private IllegalArgumentException wrong(String name, String expected, String got) {
      return new IllegalArgumentException(
          where + ": " + name + ": expected " + expected + " but got " + got);
    }
  }
}
