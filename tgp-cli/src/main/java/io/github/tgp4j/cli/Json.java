package io.github.tgp4j.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** How commands print JSON: indented, text as it is, numbers that are none as null. */
final class Json {
  private static final Gson GSON =
      new GsonBuilder()
          .setPrettyPrinting()
          .disableHtmlEscaping()
          .serializeNulls()
          .registerTypeAdapter(
              Double.class,
              (com.google.gson.JsonSerializer<Double>)
                  (value, type, context) ->
                      Double.isFinite(value)
                          ? new com.google.gson.JsonPrimitive(value)
                          : com.google.gson.JsonNull.INSTANCE)
          .create();

  private Json() {}

  static String text(Object value) {
    return GSON.toJson(value);
  }
}
