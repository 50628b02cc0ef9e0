package io.github.tgp4j.server;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TimeCoding;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.BlendedModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What there is to know about a model, as plain values: inputs, targets, scores, origin. */
final class ModelFacts {
  private ModelFacts() {}

  /** For a list. */
  static Map<String, Object> brief(ServedModel model) {
    ModelVersion active = model.active();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", model.name());
    out.put("version", active.number());
    out.put("versions", model.versions().stream().map(ModelVersion::number).toList());
    out.put("targets", active.saved().targets().stream().map(TargetEncoder::name).toList());
    out.put("inputs", active.saved().encoder().inputs());
    out.put("created", active.saved().provenance().created());
    out.put("rows", active.saved().provenance().rows());
    return out;
  }

  /** Everything. */
  static Map<String, Object> of(ServedModel model, ModelVersion version) {
    SavedModel saved = version.saved();
    Provenance made = saved.provenance();
    Map<String, Object> out = brief(model);
    out.put("version", version.number());
    out.put("active", model.active().number());
    out.put("pinned", model.isPinned());
    out.put("loaded", version.loaded().toString());
    out.put("created", made.created());
    out.put("rows", made.rows());
    out.put("library", made.library());
    out.put("inputs", inputs(saved));
    out.put("targets", targets(saved));
    out.put("settings", made.settings());
    out.put("scores", made.metrics());
    out.put("fingerprint", made.fingerprint());
    out.put("notes", made.notes());
    Map<String, Object> curve = new LinkedHashMap<>();
    curve.put("steps", made.curve().steps());
    curve.put("bound", made.curve().bound());
    out.put("curve", curve);
    return out;
  }

  /**
   * The columns that it takes: {@code {"name": "area", "type": "number", "min": 20, "max": 300}}.
   */
  static List<Map<String, Object>> inputs(SavedModel saved) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (ColumnCoding coding : saved.encoder().description().columns()) {
      out.add(input(coding));
    }
    return out;
  }

  private static Map<String, Object> input(ColumnCoding coding) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", coding.name());
    if (coding instanceof NumberCoding number) {
      out.put("type", "number");
      out.put("min", number.least());
      out.put("max", number.greatest());
      out.put("mean", number.mean());
      out.put("missing", number.indicator());
    } else if (coding instanceof CategoryCoding category) {
      out.put("type", "category");
      out.put("levels", category.levels());
      out.put("rare", category.hasRare());
      out.put("missing", category.hasMissing());
    } else if (coding instanceof TimeCoding time) {
      out.put("type", "time");
      out.put("min", text(time.origin()));
      out.put("max", text(time.last()));
      out.put("mean", text(time.origin() + 86400 * time.mean()));
      out.put("missing", time.indicator());
    }
    return out;
  }

  /** A moment as text; null where it is not known. */
  static String text(double seconds) {
    return Double.isFinite(seconds)
        ? Instant.ofEpochSecond((long) Math.floor(seconds)).toString()
        : null;
  }

  private static List<Map<String, Object>> targets(SavedModel saved) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (int o = 0; o < saved.targets().size(); o++) {
      TargetEncoder target = saved.targets().get(o);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", target.name());
      one.put("type", target.isClasses() ? "classes" : "number");
      if (target.isClasses()) {
        one.put("labels", target.labels());
      } else {
        one.put("whole", saved.model().likelihood(o).discrete());
        if (saved.model() instanceof BlendedModel blend && !blend.support(o).isReal()) {
          one.put("values", blend.support(o).describe());
        }
      }
      out.add(one);
    }
    return out;
  }
}
