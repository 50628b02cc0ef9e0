package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.UnseenRows;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The rows by which a model is judged, and what is predicted for them: by one model, or each part
 * of the rows by a model that has not seen that part.
 */
final class Judged {
  /** Rows {@code from} to {@code to} are predicted by this model. */
  private record Piece(Model model, int from, int to) {}

  private final HeldOut held;
  private final Rows rows; // null where the inputs are not known
  private final List<Piece> pieces;
  private final int target;
  private final int all;
  private final long[] numbers; // of the rows in their table; null where not known

  private Judged(HeldOut held, Rows rows, List<Piece> pieces, int target, int all, long[] numbers) {
    this.held = held;
    this.rows = rows;
    this.pieces = pieces;
    this.target = target;
    this.all = all;
    this.numbers = numbers;
  }

  /**
   * Rows given, predicted now.
   *
   * @param all how many rows these were drawn from
   */
  static Judged of(Model model, int target, Rows rows, int all) {
    Prediction prediction = model.predictAll(rows.x()).get(target);
    HeldOut held = HeldOut.of(prediction, rows.y(), model.likelihood(target));
    return new Judged(
        held, rows, List.of(new Piece(model, 0, rows.count())), target, all, rows.numbers());
  }

  /** Rows that a fit held out and predicted; {@code unseen} are the same rows, or empty. */
  static Judged of(HeldOut held, List<UnseenRows> unseen, int target) {
    int n = held.y().length;
    if (unseen.isEmpty()) {
      return new Judged(held, null, List.of(), target, n, null);
    }
    Matrix x = Matrix.zeros(n, unseen.get(0).x().cols);
    List<Piece> pieces = new ArrayList<>();
    int at = 0;
    for (UnseenRows part : unseen) {
      for (int i = 0; i < part.x().rows; i++) {
        System.arraycopy(part.x().data, part.x().at(i, 0), x.data, x.at(at + i, 0), x.cols);
      }
      pieces.add(new Piece(part.model(), at, at + part.x().rows));
      at += part.x().rows;
    }
    return new Judged(held, new Rows(x, held.y()), pieces, target, n, null);
  }

  HeldOut held() {
    return held;
  }

  /** How many rows. */
  int count() {
    return held.y().length;
  }

  /** How many rows they were drawn from. */
  int all() {
    return all;
  }

  /** Whether the inputs of the rows are known too. */
  boolean hasInputs() {
    return rows != null;
  }

  Rows rows() {
    return rows;
  }

  /** "row 17" where the table is known, else empty. */
  String number(int i) {
    return numbers == null ? "" : Numbers.count(numbers[i]);
  }

  boolean hasNumbers() {
    return numbers != null;
  }

  /** The same with some of the rows, and with models changed for the sake of speed. */
  Judged at(int[] chosen, UnaryOperator<Model> change) {
    List<Piece> some = new ArrayList<>();
    int at = 0;
    for (Piece piece : pieces) {
      int from = at;
      while (at < chosen.length && chosen[at] < piece.to) {
        at++;
      }
      if (at > from) {
        some.add(new Piece(change.apply(piece.model), from, at));
      }
    }
    return new Judged(select(held, chosen), rows.at(chosen), some, target, all, null);
  }

  private static HeldOut select(HeldOut held, int[] chosen) {
    double[] y = Arrays.stream(chosen).mapToDouble(i -> held.y()[i]).toArray();
    double[] none = {};
    return new HeldOut(y, none, none, none, none, none, none, new double[0][]);
  }

  /** The mean CRPS of the rows; NaN of classes, or where no inputs are known. */
  double crps() {
    if (held.classes().length > 0 || rows == null) {
      return Double.NaN;
    }
    double sum = 0;
    for (Piece piece : pieces) {
      Prediction prediction =
          piece.model.predictAll(rows.x().rowRange(piece.from, piece.to)).get(target);
      double[] y = Arrays.copyOfRange(held.y(), piece.from, piece.to);
      sum += Arrays.stream(prediction.crps(y)).sum();
    }
    return Double.isFinite(sum) ? sum / count() : Double.NaN;
  }

  /** Per row log density and error of what is predicted for changed inputs of these rows. */
  double[][] losses(Matrix x) {
    double[][] out = new double[2][count()];
    for (Piece piece : pieces) {
      int n = piece.to - piece.from;
      double[] y = Arrays.copyOfRange(held.y(), piece.from, piece.to);
      Prediction prediction = piece.model.predictAll(x.rowRange(piece.from, piece.to)).get(target);
      double[] density = prediction.logDensity(y);
      boolean classes = piece.model.likelihood(target).classes() > 0;
      int[] said = classes ? prediction.mostProbableClass() : null;
      double[] median = classes ? null : prediction.median();
      for (int i = 0; i < n; i++) {
        out[0][piece.from + i] = -density[i];
        out[1][piece.from + i] =
            classes ? (said[i] == (int) y[i] ? 0 : 1) : Math.abs(y[i] - median[i]);
      }
    }
    return out;
  }
}
