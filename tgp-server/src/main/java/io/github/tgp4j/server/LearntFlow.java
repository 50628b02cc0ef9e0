package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The flows and warps that a model has learnt, at one row: functions for a page to draw. */
final class LearntFlow {
  private static final int GRID = 61;
  private static final double REACH = 3; // standard deviations of the latent function
  private static final int MOST_LATENTS = 4;

  private final SavedModel saved;
  private final int target;
  private final Matrix x;
  private final List<Map<String, Object>> panels = new ArrayList<>();

  private LearntFlow(SavedModel saved, int target, Matrix x) {
    this.saved = saved;
    this.target = target;
    this.x = x;
  }

  /** One panel per flow; none where the model has no flow. */
  static List<Map<String, Object>> at(SavedModel saved, int target, Chunk row) {
    LearntFlow learnt = new LearntFlow(saved, target, saved.encoder().encode(row));
    if (saved.model() instanceof BlendedModel blend) {
      for (BlendedModel.Part part : blend.parts()) {
        learnt.add(part.model(), Math.round(100 * part.weight()) + "% ");
      }
    } else {
      learnt.add(saved.model(), "");
    }
    return learnt.panels;
  }

  private void add(Model model, String share) {
    if (!(model instanceof TgpModel tgp)) {
      return;
    }
    Prediction prediction = tgp.predictAll(x).get(target);
    Architecture.Output output = tgp.architecture().outputs().get(target);
    for (int c = 0; c < Math.min(MOST_LATENTS, output.flows().size()); c++) {
      if (!(output.flows().get(c) instanceof IdentityFlow)) {
        double[] grid = grid(prediction, output.process(c));
        double at = prediction.latentMean(output.process(c))[0];
        String of = output.flows().size() == 1 ? "" : ", " + label(c);
        draw(share + output.flows().get(c) + of, grid, tgp.flow(target, c, x, 0, grid), at);
      }
    }
    if (tgp.likelihood(target) instanceof WarpedLikelihood warped) {
      double[] grid = grid(prediction, 0);
      double[] value = tgp.warp(target, grid);
      Arrays.setAll(value, k -> tgp.targetScaling().undo(target, value[k]));
      double at = prediction.latentMean(0)[0];
      draw(share + "warp " + warped.warp(), grid, new double[][] {value}, at);
    }
  }

  private String label(int c) {
    TargetEncoder coding = saved.targets().get(target);
    return coding.isClasses() && c < coding.labels().size()
        ? coding.labels().get(c)
        : "latent " + (c + 1);
  }

  private static double[] grid(Prediction prediction, int latent) {
    double sd = Math.sqrt(prediction.latentVariance(latent)[0]);
    double mean = prediction.latentMean(latent)[0];
    double low = Math.min(-2, mean - REACH * sd);
    double high = Math.max(2, mean + REACH * sd);
    double[] out = new double[GRID];
    for (int k = 0; k < GRID; k++) {
      out[k] = low + (high - low) * k / (GRID - 1);
    }
    return out;
  }

  /** The mean over draws of a network, and where there are several, what 90% of them lie in. */
  private void draw(String title, double[] grid, double[][] curves, double at) {
    double[] mean = new double[GRID];
    double[] lower = new double[GRID];
    double[] upper = new double[GRID];
    for (int k = 0; k < GRID; k++) {
      int step = k;
      double[] draws = Arrays.stream(curves).mapToDouble(curve -> curve[step]).sorted().toArray();
      mean[k] = Arrays.stream(draws).average().orElse(Double.NaN);
      lower[k] = draws[(int) (0.05 * (draws.length - 1))];
      upper[k] = draws[(int) Math.ceil(0.95 * (draws.length - 1))];
    }
    boolean several = curves.length > 1;
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("title", title);
    out.put("x", grid);
    out.put("y", mean);
    out.put("lower", several ? lower : null);
    out.put("upper", several ? upper : null);
    out.put("at", at);
    panels.add(out);
  }
}
