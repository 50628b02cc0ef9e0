package io.github.tgp4j.server;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Prediction;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** {@code /v1/playground}: a model of a few points of one input, fitted while one waits. */
final class PlaygroundRoute {
  private static final int MOST_POINTS = 500;
  private static final int INDUCING = 30;
  private static final Duration TIME = Duration.ofMillis(1500);
  private static final double[] LEVELS = {0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975};
  private static final List<String> MEMBERS =
      List.of(
          "points", "kernel", "flow", "warp", "likelihood", "grid", "paths", "seed", "from", "to");

  private final Limits limits;
  private final Semaphore places =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors()));

  PlaygroundRoute(Limits limits) {
    this.limits = limits;
  }

  void addTo(Routes routes) {
    routes.post("/v1/playground", Role.FIT, this::play);
  }

  private void play(Context ctx) {
    Map<String, Object> body = JsonTree.object(Body.bytes(ctx, limits));
    for (String name : body.keySet()) {
      if (!MEMBERS.contains(name)) {
        throw ApiException.badRequest(
            "body: expected " + String.join(", ", MEMBERS) + " but got " + name);
      }
    }
    double[][] points = points(body.get("points"));
    Tgp asked = model(body, points.length);
    int grid = (int) number(body, "grid", 120, 2, 500);
    int paths = (int) number(body, "paths", 5, 0, 50);
    long seed = (long) number(body, "seed", 1, 0, 1e9);
    double[] x = grid(body, points, grid);
    if (!places.tryAcquire()) {
      throw ApiException.busy("playground: others fit now; try again in a second");
    }
    try {
      long begin = System.nanoTime();
      double[][] inputs = new double[points.length][];
      double[] y = new double[points.length];
      for (int i = 0; i < y.length; i++) {
        inputs[i] = new double[] {points[i][0]};
        y[i] = points[i][1];
      }
      TgpModel fitted = asked.fit(inputs, y);
      Map<String, Object> out = answer(fitted, x, paths, seed);
      out.put("seconds", (System.nanoTime() - begin) / 1e9);
      out.put("command", command(body, Math.min(points.length, INDUCING)));
      ModelRoutes.json(ctx, out);
    } finally {
      places.release();
    }
  }

  private static double[][] points(Object given) {
    if (!(given instanceof List<?> list) || list.size() < 3 || list.size() > MOST_POINTS) {
      throw ApiException.badRequest(
          "points: expected a list of 3 to " + MOST_POINTS + " pairs [x, y]");
    }
    double[][] out = new double[list.size()][];
    for (int i = 0; i < out.length; i++) {
      boolean pair =
          list.get(i) instanceof List<?> p
              && p.size() == 2
              && p.get(0) instanceof Number
              && p.get(1) instanceof Number;
      if (!pair) {
        throw ApiException.badRequest("points: expected pairs of numbers but not so " + (i + 1));
      }
      List<?> p = (List<?>) list.get(i);
      out[i] = new double[] {((Number) p.get(0)).doubleValue(), ((Number) p.get(1)).doubleValue()};
      if (!(Math.abs(out[i][0]) < 1e100 && Math.abs(out[i][1]) < 1e100)) {
        throw ApiException.badRequest("points: expected numbers below 1e100 in pair " + (i + 1));
      }
    }
    return out;
  }

  private static Tgp model(Map<String, Object> body, int rows) {
    Tgp asked =
        Tgp.builder()
            .covariance(text(body, "kernel", "rbf"))
            .inducing(Math.min(rows, INDUCING))
            .threads(1)
            .timeLimit(TIME);
    if (body.get("flow") != null) {
      asked.flow(text(body, "flow", null));
    }
    if (body.get("warp") != null) {
      asked.warp(text(body, "warp", null));
    } else {
      asked.likelihood(text(body, "likelihood", "gaussian"));
    }
    return asked;
  }

  private static String text(Map<String, Object> body, String name, String standard) {
    Object given = body.getOrDefault(name, standard);
    if (given instanceof String text && text.length() <= 200) {
      return text;
    }
    throw ApiException.badRequest(
        name + ": expected a text of the model language, up to 200 characters");
  }

  private static double number(
      Map<String, Object> body, String name, double standard, double least, double most) {
    Object given = body.getOrDefault(name, standard);
    if (given instanceof Number n && n.doubleValue() >= least && n.doubleValue() <= most) {
      return n.doubleValue();
    }
    throw ApiException.badRequest(
        name + ": expected a number from " + least + " to " + most + " but got " + given);
  }

  /** From some way before the first point to some way behind the last, unless it is said. */
  private static double[] grid(Map<String, Object> body, double[][] points, int count) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double[] point : points) {
      least = Math.min(least, point[0]);
      most = Math.max(most, point[0]);
    }
    double margin = 0.1 * (most - least);
    double from = number(body, "from", least - margin, -1e100, 1e100);
    double to = number(body, "to", most + margin, -1e100, 1e100);
    if (!(from < to)) {
      throw ApiException.badRequest(
          "from and to: expected points of different x, and from below to, but got "
              + from
              + " and "
              + to);
    }
    double[] x = new double[count];
    for (int k = 0; k < count; k++) {
      x[k] = from + (to - from) * k / (count - 1);
    }
    return x;
  }

  private static Map<String, Object> answer(TgpModel fitted, double[] x, int paths, long seed) {
    Matrix rows = Matrix.wrap(x.clone(), x.length, 1);
    Prediction prediction = fitted.predict(rows);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("x", x);
    double[][] curves = prediction.quantiles(LEVELS);
    Map<String, Object> quantiles = new LinkedHashMap<>();
    for (int k = 0; k < LEVELS.length; k++) {
      quantiles.put(Double.toString(LEVELS[k]), curves[k]);
    }
    out.put("quantiles", quantiles);
    out.put("mean", prediction.mean());
    out.put(
        "paths",
        paths == 0 ? List.of() : new ArrayList<>(List.of(fitted.samplePaths(rows, paths, seed))));
    out.put("bound", fitted.trainingResult().bound());
    out.put("steps", fitted.trainingResult().steps());
    out.put("model", fitted.toString());
    return out;
  }

  /** The command that does the same with the points in a file. */
  private static String command(Map<String, Object> body, int inducing) {
    StringBuilder out = new StringBuilder("tgp fit points.csv --target y --model ");
    boolean flow = body.get("flow") != null;
    out.append(body.get("warp") != null ? "vwgp" : flow ? "tgp" : "svgp");
    for (String name : List.of("kernel", "flow", "warp", "likelihood")) {
      if (body.get(name) != null) {
        out.append(" --").append(name).append(" '").append(body.get(name)).append('\'');
      }
    }
    return out.append(" --inducing ").append(inducing).append(" --out points.tgp").toString();
  }
}
