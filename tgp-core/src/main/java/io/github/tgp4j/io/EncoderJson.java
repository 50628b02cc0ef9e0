package io.github.tgp4j.io;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TimeCoding;
import java.util.ArrayList;
import java.util.List;

/** How a table's columns become the model's numbers, as members of the header. */
final class EncoderJson {
  private EncoderJson() {}

  static JsonObject write(Encoder encoder) {
    JsonArray columns = new JsonArray();
    encoder.description().columns().forEach(coding -> columns.add(write(coding)));
    JsonObject json = new JsonObject();
    json.add("columns", columns);
    json.add("notes", Node.texts(encoder.notes()));
    return json;
  }

  private static JsonObject write(ColumnCoding coding) {
    JsonObject json = new JsonObject();
    json.addProperty("name", coding.name());
    if (coding instanceof NumberCoding number) {
      json.addProperty("type", "number");
      json.addProperty("mean", number.mean());
      json.addProperty("indicator", number.indicator());
    } else if (coding instanceof TimeCoding time) {
      json.addProperty("type", "time");
      json.addProperty("origin", time.origin());
      json.addProperty("mean", time.mean());
      json.addProperty("indicator", time.indicator());
      json.addProperty("day", time.day());
      json.addProperty("week", time.week());
      json.addProperty("year", time.year());
    } else {
      CategoryCoding category = (CategoryCoding) coding;
      json.addProperty("type", "category");
      json.add("levels", Node.texts(category.levels()));
      json.addProperty("rare", category.hasRare());
      json.addProperty("missing", category.hasMissing());
      json.addProperty("share", category.share());
    }
    return json;
  }

  static JsonArray write(List<TargetEncoder> targets) {
    JsonArray list = new JsonArray();
    for (TargetEncoder target : targets) {
      JsonObject json = new JsonObject();
      json.addProperty("name", target.name());
      json.addProperty("classes", target.isClasses());
      json.add("labels", Node.texts(target.labels()));
      list.add(json);
    }
    return list;
  }

  static Encoder read(Node json) {
    List<ColumnCoding> columns = new ArrayList<>();
    for (Node node : json.get("columns").list()) {
      columns.add(node.make(() -> column(node)));
    }
    return json.make(() -> Encoder.of(new Encoder.Description(columns, json.get("notes").texts())));
  }

  private static ColumnCoding column(Node node) {
    String name = node.get("name").text();
    return switch (node.get("type").text()) {
      case "number" ->
          new NumberCoding(name, node.get("mean").number(), node.get("indicator").flag());
      case "time" ->
          new TimeCoding(
              name,
              node.get("origin").number(),
              node.get("mean").number(),
              node.get("indicator").flag(),
              node.get("day").flag(),
              node.get("week").flag(),
              node.get("year").flag());
      case "category" ->
          new CategoryCoding(
              name,
              node.get("levels").texts(),
              node.get("rare").flag(),
              node.get("missing").flag(),
              node.get("share").number());
      default -> throw node.get("type").wrong("number, time or category");
    };
  }

  static List<TargetEncoder> readTargets(Node json) {
    List<TargetEncoder> targets = new ArrayList<>();
    for (Node node : json.list()) {
      targets.add(
          node.make(
              () ->
                  TargetEncoder.of(
                      new TargetEncoder.Description(
                          node.get("name").text(),
                          node.get("classes").flag(),
                          node.get("labels").texts()))));
    }
    return targets;
  }
}
