package io.github.tgp4j.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Charts as JSON that may stand inside a script element: Gson writes {@code <}, {@code >} and
 * {@code &} as escapes, so that no name can end the element or open a comment.
 */
final class ChartJson {
  private static final Gson GSON = rounding(6); // more than a chart can show
  private static final Gson FINE = rounding(9); // to compute with

  private ChartJson() {}

  private static Gson rounding(int digits) {
    MathContext context = new MathContext(digits);
    JsonSerializer<Double> rounded = (value, type, unused) -> rounded(value, context);
    return new GsonBuilder()
        .registerTypeAdapter(double.class, rounded)
        .registerTypeAdapter(Double.class, rounded)
        .create();
  }

  static String of(List<Chart> charts) {
    return GSON.toJson(charts);
  }

  static String ofPanels(List<Panel> panels) {
    return FINE.toJson(panels);
  }

  /** Null for what JSON cannot say. */
  private static JsonElement rounded(Double value, MathContext digits) {
    if (!Double.isFinite(value)) {
      return JsonNull.INSTANCE;
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? new JsonPrimitive(value.longValue()) // seconds since 1970 need all their digits
        : new JsonPrimitive(new BigDecimal(value).round(digits).stripTrailingZeros());
  }
}
