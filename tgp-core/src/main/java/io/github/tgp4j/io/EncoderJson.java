package io.github.tgp4j.io;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TimeCoding;
import java.util.ArrayList;
import java.util.List;

/**
 * Encoders as JSON. Files come from strangers: reading checks every kind and size, and refuses
 * fields it does not know, with an IllegalArgumentException that says what is wrong.
 */
public final class EncoderJson {
  private static final int MOST_NOTES = 100_000;
  private static final int LONGEST_NOTE = 10_000;

  private EncoderJson() {}

  /** The encoder as JSON. */
  public static JsonObject write(Encoder encoder) {
    JsonArray columns = new JsonArray();
    for (ColumnCoding coding : encoder.description().columns()) {
      columns.add(write(coding));
    }
    JsonObject json = new JsonObject();
    json.add("columns", columns);
    json.add("notes", texts(encoder.notes()));
    return json;
  }

  private static JsonObject write(ColumnCoding coding) {
    JsonObject json = new JsonObject();
    json.addProperty("name", coding.name());
    if (coding instanceof NumberCoding number) {
      json.addProperty("type", "number");
      json.addProperty("mean", number.mean());
      json.addProperty("indicator", number.indicator());
    } else if (coding instanceof CategoryCoding category) {
      json.addProperty("type", "category");
      json.add("levels", texts(category.levels()));
      json.addProperty("rare", category.hasRare());
      json.addProperty("missing", category.hasMissing());
      json.addProperty("share", category.share());
    } else {
      TimeCoding time = (TimeCoding) coding;
      json.addProperty("type", "time");
      json.addProperty("origin", time.origin());
      json.addProperty("mean", time.mean());
      json.addProperty("indicator", time.indicator());
      json.addProperty("day", time.day());
      json.addProperty("week", time.week());
      json.addProperty("year", time.year());
    }
    return json;
  }

  /** The encoder that {@link #write(Encoder)} wrote. */
  public static Encoder readEncoder(JsonObject json) {
    Fields fields = new Fields("encoder", json, 2);
    List<ColumnCoding> codings = new ArrayList<>();
    JsonArray columns = fields.list("columns", Encoder.MOST_COLUMNS);
    for (int i = 0; i < columns.size(); i++) {
      codings.add(readColumn("encoder, column " + i, columns.get(i)));
    }
    return Encoder.of(
        new Encoder.Description(codings, fields.texts("notes", MOST_NOTES, LONGEST_NOTE)));
  }

  private static ColumnCoding readColumn(String where, JsonElement element) {
    if (!(element instanceof JsonObject json)) {
      throw new IllegalArgumentException(where + ": expected an object but got " + kind(element));
    }
    String type = new Fields(where, json, json.size()).text("type", 20);
    int size =
        switch (type) {
          case "number" -> 4;
          case "category" -> 6;
          case "time" -> 8;
          default ->
              throw new IllegalArgumentException(
                  where + ": type: expected number, category or time but got " + type);
        };
    Fields fields = new Fields(where, json, size);
    String name = fields.text("name", ColumnCoding.LONGEST_TEXT);
    return switch (type) {
      case "number" -> new NumberCoding(name, fields.number("mean"), fields.flag("indicator"));
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
              fields.flag("year"));
    };
  }

  /** The target encoder as JSON. */
  public static JsonObject write(TargetEncoder target) {
    JsonObject json = new JsonObject();
    json.addProperty("name", target.name());
    json.addProperty("classes", target.isClasses());
    json.add("labels", texts(target.labels()));
    return json;
  }

  /** The target encoder that {@link #write(TargetEncoder)} wrote. */
  public static TargetEncoder readTarget(JsonObject json) {
    Fields fields = new Fields("target", json, 3);
    return TargetEncoder.of(
        new TargetEncoder.Description(
            fields.text("name", ColumnCoding.LONGEST_TEXT),
            fields.flag("classes"),
            fields.texts("labels", TargetEncoder.MOST_CLASSES, ColumnCoding.LONGEST_TEXT)));
  }

  private static JsonArray texts(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  private static String kind(JsonElement element) {
    if (element == null) {
      return "nothing";
    }
    if (element instanceof JsonPrimitive value) {
      return value.isString() ? "a text" : value.isNumber() ? "a number" : "true or false";
    }
    return element.isJsonArray() ? "a list" : element.isJsonObject() ? "an object" : "null";
  }

  /** The fields of an object, each of a certain kind and size. */
  private record Fields(String where, JsonObject json, int size) {
    Fields {
      if (json.size() != size) {
        throw new IllegalArgumentException(
            where + ": expected " + size + " fields but got " + json.keySet());
      }
    }

    String text(String name, int longest) {
      return text(name, json.get(name), longest);
    }

    private String text(String name, JsonElement element, int longest) {
      if (!(element instanceof JsonPrimitive value && value.isString())) {
        throw wrong(name, "a text", kind(element));
      }
      String text = element.getAsString();
      if (text.length() > longest) {
        throw wrong(name, "at most " + longest + " characters", Integer.toString(text.length()));
      }
      return text;
    }

    double number(String name) {
      JsonElement element = json.get(name);
      if (!(element instanceof JsonPrimitive value && value.isNumber())) {
        throw wrong(name, "a number", kind(element));
      }
      return element.getAsDouble();
    }

    boolean flag(String name) {
      JsonElement element = json.get(name);
      if (!(element instanceof JsonPrimitive value && value.isBoolean())) {
        throw wrong(name, "true or false", kind(element));
      }
      return element.getAsBoolean();
    }

    JsonArray list(String name, int most) {
      if (!(json.get(name) instanceof JsonArray array)) {
        throw wrong(name, "a list", kind(json.get(name)));
      }
      if (array.size() > most) {
        throw wrong(name, "at most " + most + " entries", Integer.toString(array.size()));
      }
      return array;
    }

    List<String> texts(String name, int most, int longest) {
      List<String> texts = new ArrayList<>();
      for (JsonElement element : list(name, most)) {
        texts.add(text(name, element, longest));
      }
      return texts;
    }

    private IllegalArgumentException wrong(String name, String expected, String got) {
      return new IllegalArgumentException(
          where + ": " + name + ": expected " + expected + " but got " + got);
    }
  }
}
