package io.github.tgp4j.server;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.data.TimeCoding;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.text.Names;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code /v1/models/{model}/explore}: what is predicted for one row, and how that changes along
 * each input while the others stay; what sliders need, in one answer.
 */
final class ExploreRoute {
  private static final double[] LEVELS = {0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975};
  private static final int MOST_POINTS = 200;
  private static final List<String> MEMBERS =
      List.of("row", "target", "effects", "points", "density", "flows");

  private final ModelShelf shelf;
  private final Limits limits;

  ExploreRoute(ModelShelf shelf, Limits limits) {
    this.shelf = shelf;
    this.limits = limits;
  }

  void addTo(Routes routes) {
    routes.post("/v1/models/{model}/explore", Role.PREDICT, this::explore);
  }

  /** What is asked for. */
  private record Asked(
      Map<String, Object> row,
      int target,
      List<String> effects,
      int points,
      int density,
      boolean flows) {}

  private void explore(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    ModelVersion version = ModelRoutes.version(ctx, model);
    SavedModel saved = version.saved();
    Asked asked = asked(JsonTree.object(Body.bytes(ctx, limits)), saved);
    Map<String, Object> row = completed(asked.row(), saved);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("model", model.name());
    out.put("version", version.number());
    out.put("target", saved.targets().get(asked.target()).name());
    out.put("row", row);
    Sweep sweep = new Sweep(saved, row, asked.points());
    TargetPrediction prediction =
        model.inTurn(() -> saved.predictAll(sweep.rows(asked.effects())).get(asked.target()));
    out.put("prediction", model.inTurn(() -> one(prediction, asked.density())));
    out.put("effects", model.inTurn(() -> sweep.effects(asked.effects(), prediction)));
    if (asked.flows()) {
      Chunk alone = sweep.rows(List.of());
      out.put("flows", model.inTurn(() -> LearntFlow.at(saved, asked.target(), alone)));
    }
    ModelRoutes.json(ctx, out);
  }

  private static Asked asked(Map<String, Object> body, SavedModel saved) {
    for (String name : body.keySet()) {
      if (!MEMBERS.contains(name)) {
        throw ApiException.badRequest(
            "body: expected " + String.join(", ", MEMBERS) + " but got " + name);
      }
    }
    List<String> inputs = saved.encoder().inputs();
    List<String> effects = new ArrayList<>();
    Object given = body.getOrDefault("effects", true);
    if (given instanceof List<?> list) {
      for (Object name : list) {
        if (!inputs.contains(name)) {
          throw ApiException.badRequest("effects: " + Names.unknown("input", "" + name, inputs));
        }
        effects.add((String) name);
      }
    } else if (Boolean.TRUE.equals(given)) {
      effects.addAll(inputs);
    }
    return new Asked(
        row(body.get("row")),
        target(body.get("target"), saved),
        effects,
        whole(body, "points", 40, 2, MOST_POINTS),
        whole(body, "density", 80, 2, 1000),
        Boolean.TRUE.equals(body.get("flows")));
  }

  @SuppressWarnings("unchecked") // objects of JSON have texts as keys
  private static Map<String, Object> row(Object given) {
    if (given == null) {
      return Map.of();
    }
    if (given instanceof Map) {
      return (Map<String, Object>) given;
    }
    throw ApiException.badRequest("row: expected an object of values by column name");
  }

  static int target(Object given, SavedModel saved) {
    List<String> names = saved.targets().stream().map(TargetEncoder::name).toList();
    if (given == null) {
      return 0;
    }
    if (!names.contains(given)) {
      throw ApiException.badRequest(Names.unknown("target", "" + given, names));
    }
    return names.indexOf(given);
  }

  private static int whole(
      Map<String, Object> body, String name, int standard, int least, int most) {
    Object given = body.getOrDefault(name, (long) standard);
    if (given instanceof Long number && number >= least && number <= most) {
      return number.intValue();
    }
    throw ApiException.badRequest(
        name + ": expected a whole number from " + least + " to " + most + " but got " + given);
  }

  /** All inputs: what was given, else the mean, or the first level. */
  private static Map<String, Object> completed(Map<String, Object> given, SavedModel saved) {
    List<String> inputs = saved.encoder().inputs();
    for (String name : given.keySet()) {
      if (!inputs.contains(name)) {
        throw ApiException.badRequest("row: " + Names.unknown("input", name, inputs));
      }
    }
    Map<String, Object> out = new LinkedHashMap<>();
    for (ColumnCoding coding : saved.encoder().description().columns()) {
      Object value = given.containsKey(coding.name()) ? given.get(coding.name()) : usual(coding);
      boolean plain =
          value == null
              || value instanceof String
              || value instanceof Number
              || value instanceof Boolean;
      if (!plain) {
        throw ApiException.badRequest(
            "row, " + coding.name() + ": expected a number, a text, true, false or null");
      }
      out.put(coding.name(), value);
    }
    return out;
  }

  private static Object usual(ColumnCoding coding) {
    if (coding instanceof NumberCoding number) {
      return number.mean();
    }
    if (coding instanceof TimeCoding time) {
      return ModelFacts.text(time.origin() + 86400 * time.mean());
    }
    CategoryCoding category = (CategoryCoding) coding;
    return category.levels().isEmpty() ? null : category.levels().get(0);
  }

  /** The first row's distribution. */
  private static Map<String, Object> one(TargetPrediction prediction, int points) {
    Map<String, Object> out = new LinkedHashMap<>();
    if (!prediction.labels().isEmpty()) {
      double[] p = prediction.row(0).classProbabilities();
      Map<String, Object> all = new LinkedHashMap<>();
      for (int k = 0; k < p.length; k++) {
        all.put(prediction.labels().get(k), p[k]);
      }
      out.put("class", prediction.labels().get(largest(p)));
      out.put("probabilities", all);
      return out;
    }
    var summary = prediction.row(0).summary(LEVELS);
    out.put("mean", summary.mean());
    out.put("sd", summary.standardDeviation());
    Map<String, Object> quantiles = new LinkedHashMap<>();
    for (int k = 0; k < LEVELS.length; k++) {
      quantiles.put(Double.toString(LEVELS[k]), summary.quantiles()[k]);
    }
    out.put("quantiles", quantiles);
    Answers.DensityGrid grid = Answers.DensityGrid.of(prediction.row(0), points);
    Map<String, Object> density = new LinkedHashMap<>();
    density.put("y", grid.y());
    density.put("p", grid.p());
    out.put("density", density);
    return out;
  }

  private static int largest(double[] p) {
    int at = 0;
    for (int k = 1; k < p.length; k++) {
      at = p[k] > p[at] ? k : at;
    }
    return at;
  }
}
