package io.github.tgp4j.io;

import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** A {@link Provenance} as a member of the header, its curve among the arrays. */
final class ProvenanceJson {
  private ProvenanceJson() {}

  static void write(Provenance provenance, Contents contents) {
    JsonObject json = new JsonObject();
    json.addProperty("library", provenance.library());
    json.addProperty("created", provenance.created());
    JsonObject settings = new JsonObject();
    provenance.settings().forEach(settings::addProperty);
    json.add("settings", settings);
    json.addProperty("fingerprint", provenance.fingerprint());
    json.addProperty("rows", provenance.rows());
    JsonObject metrics = new JsonObject();
    provenance.metrics().forEach((name, value) -> metrics.add(name, Node.number(value)));
    json.add("metrics", metrics);
    json.add("notes", Node.texts(provenance.notes()));
    contents.header.add("provenance", json);
    contents.put("curve/steps", provenance.curve().steps());
    contents.put("curve/bound", provenance.curve().bound());
    contents.put("curve/validation", provenance.curve().validation());
  }

  static Provenance read(Node json, Contents contents) {
    Map<String, String> settings = new LinkedHashMap<>();
    json.get("settings").members().forEach((name, value) -> settings.put(name, value.text()));
    Map<String, Double> metrics = new LinkedHashMap<>();
    json.get("metrics").members().forEach((name, value) -> metrics.put(name, value.number()));
    double[] steps = contents.get("curve/steps");
    return new Provenance(
        Container.VERSION,
        json.get("library").text(),
        json.get("created").text(),
        settings,
        json.get("fingerprint").text(),
        json.get("rows").whole(),
        metrics,
        new Provenance.Curve(
            steps,
            contents.get("curve/bound", steps.length),
            contents.get("curve/validation", steps.length)),
        json.get("notes").texts());
  }
}
