package io.github.tgp4j.server;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What a model says of a table's rows whose target is known; the first rows of a long table. */
final class ScoredTable {
  private final SavedModel saved;
  private final int target;
  private final Scores scores;
  private final List<HeldOut> held = new ArrayList<>();
  private final List<List<Object>> inputs = new ArrayList<>();
  private int rows;

  private ScoredTable(SavedModel saved, int target) {
    this.saved = saved;
    this.target = target;
    this.scores = new Scores(saved.targets().get(target).isClasses());
  }

  /** Reads up to so many rows with a known target. */
  static ScoredTable of(SavedModel saved, int target, TableReader reader, int most) {
    TargetEncoder coding = saved.targets().get(target);
    List<String> names = reader.columns().stream().map(Column::name).toList();
    if (!names.contains(coding.name())) {
      throw ApiException.badRequest(
          "table: expected a column "
              + coding.name()
              + ", which the model predicts, but there is none; choose a table that has what was"
              + " observed");
    }
    saved.encoder().requireInputs(reader.columns());
    ScoredTable out = new ScoredTable(saved, target);
    for (Chunk chunk = reader.next(); chunk != null && out.rows < most; chunk = reader.next()) {
      out.add(chunk, most - out.rows);
    }
    if (out.rows == 0) {
      throw ApiException.badRequest(
          "table: expected at least one row with a value of "
              + coding.name()
              + " but there is none");
    }
    return out;
  }

  private void add(Chunk chunk, int most) {
    double[] y = saved.targets().get(target).encode(chunk);
    int[] known =
        IntStream.range(0, y.length).filter(i -> !Double.isNaN(y[i])).limit(most).toArray();
    if (known.length == 0) {
      return;
    }
    Matrix x = saved.encoder().encode(chunk).selectRows(known);
    Prediction prediction = saved.model().predictAll(x).get(target);
    double[] observed = Arrays.stream(known).mapToDouble(i -> y[i]).toArray();
    held.add(scores.add(prediction, observed, saved.model().likelihood(target)));
    inputs.addAll(DecodedRows.of(saved.encoder(), x));
    rows += known.length;
  }

  Scores scores() {
    return scores;
  }

  HeldOut held() {
    return HeldOut.join(held);
  }

  boolean isWhole() {
    return saved.model().likelihood(target).discrete();
  }

  /** The rows with their inputs. */
  JudgedRows judged() {
    TargetEncoder coding = saved.targets().get(target);
    return new JudgedRows(
        coding.name(),
        saved.encoder().inputs(),
        JudgedRows.types(saved.encoder()),
        coding.labels(),
        isWhole(),
        inputs,
        held());
  }
}
