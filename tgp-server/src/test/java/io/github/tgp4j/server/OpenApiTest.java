package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The document says what the server does. */
class OpenApiTest {
  @TempDir private Path home;

  private static JsonObject document() {
    String text = new String(OpenApi.document(), StandardCharsets.UTF_8);
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @Test
  void describesEveryRouteAndNoOther() {
    List<String> described = new ArrayList<>();
    JsonObject paths = document().getAsJsonObject("paths");
    for (String path : paths.keySet()) {
      for (String method : paths.getAsJsonObject(path).keySet()) {
        JsonObject operation = paths.getAsJsonObject(path).getAsJsonObject(method);
        assertThat(operation.get("summary").getAsString()).isNotBlank();
        assertThat(operation.getAsJsonObject("responses").keySet()).isNotEmpty();
        described.add(
            method.toUpperCase(Locale.ROOT)
                + " "
                + path
                + " "
                + operation.get("x-role").getAsString());
      }
    }
    try (TgpServer server = TgpServer.start(ServerSettings.of(home).port(0))) {
      List<String> routes =
          server.routes().stream()
              .map(r -> r.method() + " " + r.path() + " " + r.role().text())
              .toList();
      assertThat(described).containsExactlyInAnyOrderElementsOf(routes);
    }
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    JsonObject all = document();
    assertThat(all.get("openapi").getAsString()).startsWith("3.1.");
    List<String> references = new ArrayList<>();
    collect(all, references);
    assertThat(references).isNotEmpty();
    for (String reference : references) {
      JsonObject at = all;
      for (String part : reference.substring(2).split("/")) {
        assertThat(at.has(part)).as(reference).isTrue();
        at = at.getAsJsonObject(part);
      }
    }
  }

  private static void collect(JsonElement from, List<String> to) {
    if (from.isJsonArray()) {
      from.getAsJsonArray().forEach(element -> collect(element, to));
    } else if (from.isJsonObject()) {
      from.getAsJsonObject()
          .entrySet()
          .forEach(
              entry -> {
                if (entry.getKey().equals("$ref")) {
                  to.add(entry.getValue().getAsString());
                }
                collect(entry.getValue(), to);
              });
    }
  }
}
