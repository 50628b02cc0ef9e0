package io.github.tgp4j.server;

import io.github.tgp4j.text.Names;
import io.javalin.http.Context;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * {@code /v1/fits/{fit}/judgement} and the rows behind it: calibration bins, segments, and the rows
 * that were predicted worst.
 */
final class JudgementRoutes {
  private static final int SHOWN = 200;

  private final FitDesk fits;

  JudgementRoutes(FitDesk fits) {
    this.fits = fits;
  }

  void addTo(Routes routes) {
    routes.get("/v1/fits/{fit}/judgement", Role.FIT, this::judgement);
    routes.get("/v1/fits/{fit}/judgement/rows", Role.FIT, this::rows);
    routes.get("/v1/fits/{fit}/parts", Role.FIT, this::parts);
  }

  private JudgedRows judged(Context ctx) {
    FitTask task = fits.get(ctx.pathParam("fit"));
    List<JudgedRows> all = task.judged();
    if (all.isEmpty()) {
      throw ApiException.notFound(
          "fit " + task.id() + ": no rows were held out, or it is not done yet");
    }
    String target = ctx.queryParam("target");
    if (target == null) {
      return all.get(0);
    }
    return all.stream()
        .filter(one -> one.target().equals(target))
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.badRequest(
                    Names.unknown(
                        "target", target, all.stream().map(JudgedRows::target).toList())));
  }

  private void judgement(Context ctx) {
    JudgedRows judged = judged(ctx);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("target", judged.target());
    out.put("labels", judged.labels());
    out.put("rows", judged.count());
    out.put("bins", judged.bins());
    out.put("segments", new Segments(judged).asMaps());
    ModelRoutes.json(ctx, out);
  }

  private void rows(Context ctx) {
    JudgedRows judged = judged(ctx);
    int[] chosen = chosen(ctx, judged);
    List<Integer> sorted = new ArrayList<>(IntStream.of(chosen).boxed().toList());
    sorted.sort(Comparator.comparingDouble(i -> -judged.error(i)));
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("columns", judged.columns());
    out.put("total", chosen.length);
    out.put("rows", sorted.stream().limit(SHOWN).map(judged::shown).toList());
    ModelRoutes.json(ctx, out);
  }

  private static int[] chosen(Context ctx, JudgedRows judged) {
    if (ctx.queryParam("bin") != null) {
      int bin = whole(ctx, "bin");
      return IntStream.range(0, judged.count()).filter(i -> judged.bin(i) == bin).toArray();
    }
    if (ctx.queryParam("segment") != null) {
      Segments segments = new Segments(judged);
      List<Segments.Segment> all = segments.all();
      int number = whole(ctx, "segment");
      if (number >= all.size()) {
        throw ApiException.notFound("segment: there are " + all.size() + ", counted from 0");
      }
      return segments.rows(all.get(number));
    }
    return IntStream.range(0, judged.count()).toArray();
  }

  private static int whole(Context ctx, String name) {
    String given = ctx.queryParam(name);
    if (given.matches("[0-9]{1,6}")) {
      return Integer.parseInt(given);
    }
    throw ApiException.badRequest(name + ": expected a whole number from 0 on");
  }

  private void parts(Context ctx) throws java.io.IOException {
    FitTask task = fits.get(ctx.pathParam("fit"));
    if (task.parts() == null) {
      throw ApiException.notFound("fit " + task.id() + ": there is no report yet");
    }
    ctx.contentType("application/json").result(Files.readAllBytes(task.parts()));
  }
}
