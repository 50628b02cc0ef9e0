package io.github.tgp4j.auto;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that a fit held out, and a model that was neither fitted to them nor chosen by them: what
 * can be said of rows that are still to come.
 *
 * @param model of a trial
 * @param x encoded rows
 * @param y per target, one value per row
 */
public record UnseenRows(Model model, Matrix x, double[][] y) {
  /** What the model says of these rows, one per target. */
  List<HeldOut> predict() {
    List<Prediction> predictions = model.predictAll(x);
    List<HeldOut> out = new ArrayList<>();
    for (int o = 0; o < y.length; o++) {
      out.add(HeldOut.of(predictions.get(o), y[o], model.likelihood(o)));
    }
    return out;
  }

  /** What the models say of all these rows, one after the other, per target. */
  static List<HeldOut> predict(List<UnseenRows> all) {
    List<List<HeldOut>> pieces = all.stream().map(UnseenRows::predict).toList();
    List<HeldOut> out = new ArrayList<>();
    for (int o = 0; o < pieces.get(0).size(); o++) {
      int target = o;
      out.add(HeldOut.join(pieces.stream().map(piece -> piece.get(target)).toList()));
    }
    return out;
  }
}
