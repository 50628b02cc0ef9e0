package io.github.tgp4j.server;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TimeCoding;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;

/** Encoded rows as the table had them; what an encoder forgets, such as rare texts, says so. */
final class DecodedRows {
  private static final double DAY = 86400;

  private DecodedRows() {}

  /** Per row one value per input: a number, a text, or null where it is missing. */
  static List<List<Object>> of(Encoder encoder, Matrix x) {
    List<List<Object>> out = new ArrayList<>();
    for (int i = 0; i < x.rows; i++) {
      List<Object> row = new ArrayList<>();
      int at = 0;
      for (ColumnCoding coding : encoder.description().columns()) {
        row.add(value(coding, x, i, at));
        at += coding.features().size();
      }
      out.add(row);
    }
    return out;
  }

  private static Object value(ColumnCoding coding, Matrix x, int i, int at) {
    int width = coding.features().size();
    if (coding instanceof NumberCoding number) {
      return number.indicator() && x.get(i, at + 1) == 1 ? null : (Object) x.get(i, at);
    }
    if (coding instanceof TimeCoding time) {
      return time.indicator() && x.get(i, at + width - 1) == 1
          ? null
          : ModelFacts.text(Math.rint(time.origin() + DAY * x.get(i, at)));
    }
    return level((CategoryCoding) coding, x, i, at, width);
  }

  private static String level(CategoryCoding coding, Matrix x, int i, int at, int width) {
    List<String> labels = new ArrayList<>(coding.levels());
    if (coding.hasRare()) {
      labels.add("(rare)");
    }
    if (coding.hasMissing()) {
      labels.add(null);
    }
    if (width == 1) {
      double code = x.get(i, at);
      return code == 0 || code == 1 ? labels.get((int) code) : "(new)";
    }
    for (int k = 0; k < width; k++) {
      if (x.get(i, at + k) == 1) {
        return labels.get(k);
      }
    }
    return "(new)";
  }
}
