package io.github.tgp4j.server;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.nio.charset.StandardCharsets;

/** Plain values as JSON; numbers that are not finite are null, since JSON has none such. */
final class JsonText {
  private static final JsonSerializer<Double> FINITE =
      (value, type, context) ->
          Double.isFinite(value) ? new JsonPrimitive(value) : JsonNull.INSTANCE;

  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .serializeNulls()
          .registerTypeAdapter(Double.class, FINITE)
          .registerTypeAdapter(double.class, FINITE)
          .registerTypeAdapter(
              double[].class,
              (JsonSerializer<double[]>)
                  (values, type, context) -> {
                    com.google.gson.JsonArray array = new com.google.gson.JsonArray(values.length);
                    for (double value : values) {
                      array.add(
                          Double.isFinite(value) ? new JsonPrimitive(value) : JsonNull.INSTANCE);
                    }
                    return array;
                  })
          .create();

  private JsonText() {}

  static String of(Object value) {
    return GSON.toJson(value);
  }

  static byte[] bytes(Object value) {
    return GSON.toJson(value).getBytes(StandardCharsets.UTF_8);
  }
}
