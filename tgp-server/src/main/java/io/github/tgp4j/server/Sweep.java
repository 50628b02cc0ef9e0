package io.github.tgp4j.server;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.data.TimeCoding;
import io.github.tgp4j.io.SavedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rows that differ from one in one input: the row itself, then the steps of each input. */
final class Sweep {
  private static final double[] CURVES = {0.025, 0.25, 0.5, 0.75, 0.975};

  private final SavedModel saved;
  private final Map<String, Object> row;
  private final int points;

  Sweep(SavedModel saved, Map<String, Object> row, int points) {
    this.saved = saved;
    this.row = row;
    this.points = points;
  }

  private ColumnCoding coding(String name) {
    return saved.encoder().description().columns().stream()
        .filter(coding -> coding.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The values that an input steps through: numbers, seconds, or texts. */
  private List<Object> steps(String name) {
    ColumnCoding coding = coding(name);
    List<Object> out = new ArrayList<>();
    if (coding instanceof CategoryCoding category) {
      out.addAll(category.levels());
      return out;
    }
    double least = coding instanceof NumberCoding n ? n.least() : ((TimeCoding) coding).origin();
    double most = coding instanceof NumberCoding n ? n.greatest() : ((TimeCoding) coding).last();
    if (Double.isNaN(least) || Double.isNaN(most)) { // of an old file
      return out;
    }
    for (int k = 0; k < points; k++) {
      out.add(least + (most - least) * k / (points - 1));
    }
    return out;
  }

  Chunk rows(List<String> effects) {
    int count = 1 + effects.stream().mapToInt(name -> steps(name).size()).sum();
    List<Column> kinds = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (String input : row.keySet()) {
      GatheredColumn column = new GatheredColumn(input, count);
      boolean time = coding(input) instanceof TimeCoding;
      add(column, row.get(input), false);
      for (String effect : effects) {
        for (Object step : steps(effect)) {
          add(column, effect.equals(input) ? step : row.get(input), time && effect.equals(input));
        }
      }
      kinds.add(column.column());
      values.add(column.values());
    }
    return new Chunk(kinds, count, values);
  }

  private static void add(GatheredColumn column, Object value, boolean time) {
    if (value == null) {
      column.addMissing();
    } else if (time) {
      column.addText(ModelFacts.text((Double) value));
    } else if (value instanceof Number number) {
      column.addNumber(number.doubleValue(), null);
    } else {
      column.addText(value.toString());
    }
  }

  /** Per input its values and what is predicted at each. */
  List<Map<String, Object>> effects(List<String> effects, TargetPrediction prediction) {
    List<Map<String, Object>> out = new ArrayList<>();
    double[][] curves = prediction.labels().isEmpty() ? prediction.quantiles(CURVES) : null;
    double[][] classes = prediction.labels().isEmpty() ? null : prediction.classProbabilities();
    int at = 1;
    for (String effect : effects) {
      List<Object> steps = steps(effect);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("input", effect);
      ColumnCoding coding = coding(effect);
      one.put(
          "type",
          (coding instanceof CategoryCoding
                  ? ColumnType.CATEGORY
                  : coding instanceof TimeCoding ? ColumnType.TIME : ColumnType.NUMBER)
              .name()
              .toLowerCase(Locale.ROOT));
      one.put("x", coding instanceof TimeCoding ? times(steps) : steps);
      if (curves != null) {
        Map<String, Object> quantiles = new LinkedHashMap<>();
        for (int k = 0; k < CURVES.length; k++) {
          quantiles.put(
              Double.toString(CURVES[k]), Arrays.copyOfRange(curves[k], at, at + steps.size()));
        }
        one.put("quantiles", quantiles);
      } else {
        one.put("probabilities", probabilities(prediction.labels(), classes, at, steps.size()));
      }
      out.add(one);
      at += steps.size();
    }
    return out;
  }

  private static List<Object> times(List<Object> seconds) {
    return seconds.stream().<Object>map(s -> ModelFacts.text((Double) s)).toList();
  }

  private static Map<String, Object> probabilities(
      List<String> labels, double[][] classes, int from, int count) {
    Map<String, Object> out = new LinkedHashMap<>();
    for (int k = 0; k < labels.size(); k++) {
      double[] p = new double[count];
      for (int i = 0; i < count; i++) {
        p[i] = classes[from + i][k];
      }
      out.put(labels.get(k), p);
    }
    return out;
  }
}
