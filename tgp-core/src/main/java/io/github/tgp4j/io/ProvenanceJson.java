package io.github.tgp4j.io;

import java.util.LinkedHashMap;
import java.util.Map;

/** A {@link Provenance} as a member of the header, its curve among the arrays. */
final class ProvenanceJson {
  private ProvenanceJson() {}

  static void write(Provenance provenance, Contents contents) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("library", provenance.library());
    json.put("created", provenance.created());
    Map<String, Object> settings = new LinkedHashMap<>();
    provenance.settings().forEach(settings::put);
    json.put("settings", settings);
    json.put("fingerprint", provenance.fingerprint());
    json.put("rows", provenance.rows());
    Map<String, Object> metrics = new LinkedHashMap<>();
    provenance.metrics().forEach((name, value) -> metrics.put(name, Node.number(value)));
    json.put("metrics", metrics);
    json.put("notes", Node.texts(provenance.notes()));
    contents.header.put("provenance", json);
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
