package io.github.tgp4j.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Charts as JSON that may stand inside a script element: Gson writes {@code <}, {@code >} and
 * {@code &} as escapes, so that no name can end the element or open a comment.
 */
final class ChartJson {
  private static final MathContext DIGITS = new MathContext(6); // more than a chart can show
  private static final Gson GSON =
      new GsonBuilder()
          .registerTypeAdapter(double.class, new Rounded())
          .registerTypeAdapter(Double.class, new Rounded())
          .create();

  private ChartJson() {}

  static String of(List<Chart> charts) {
    return GSON.toJson(charts);
  }

  /** Six digits; null for what JSON cannot say. */
  private static final class Rounded extends TypeAdapter<Double> {
    @Override
    public void write(JsonWriter out, Double value) throws IOException {
      if (value == null || !Double.isFinite(value)) {
        out.nullValue();
      } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
        out.value(value.longValue()); // seconds since 1970 need all their digits
      } else {
        out.value(new BigDecimal(value).round(DIGITS).stripTrailingZeros());
      }
    }

    @Override
    public Double read(JsonReader in) {
      throw new UnsupportedOperationException("charts are only written");
    }
  }
}
