package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every covariance, flow and noise that the studio's playground offers can be fitted. */
class PlaygroundTest {
  @RegisterExtension private static final TestServer SERVER = TestServer.empty();

  /** The first texts of the pairs in a list of the page's script. */
  private static List<String> offered(String name) {
    String script = SERVER.get("/studio/screen-playground.js").body();
    Matcher list = Pattern.compile("const " + name + " = \\[(.*)\\];").matcher(script);
    assertThat(list.find()).as(name).isTrue();
    List<String> out = new ArrayList<>();
    Matcher pair = Pattern.compile("\\['([^']*)', '[^']+'\\]").matcher(list.group(1));
    while (pair.find()) {
      out.add(pair.group(1));
    }
    assertThat(out).hasSizeGreaterThan(3);
    return out;
  }

  private static void play(String option, String text) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      points.append(i > 0 ? "," : "").append('[').append(i).append(',');
      points.append(1.5 + Math.sin(i) + 0.1 * (i % 3)).append(']');
    }
    String choice = text.isEmpty() ? "" : ", \"" + option + "\": \"" + text + "\"";
    HttpResponse<String> response =
        SERVER.post(
            "/v1/playground",
            "{\"points\": [" + points + "], \"grid\": 9, \"paths\": 2" + choice + "}");
    assertThat(response.statusCode()).as(text + ": " + response.body()).isEqualTo(200);
    JsonObject answer = Client.json(response);
    assertThat(answer.getAsJsonArray("paths")).as(text).hasSize(2);
    JsonObject quantiles = answer.getAsJsonObject("quantiles");
    JsonArray low = quantiles.getAsJsonArray("0.025");
    JsonArray high = quantiles.getAsJsonArray("0.975");
    for (int k = 0; k < 9; k++) { // null is no number
      assertThat(low.get(k).getAsDouble()).as(text).isLessThan(high.get(k).getAsDouble());
    }
    if (!text.isEmpty()) {
      assertThat(answer.get("command").getAsString()).contains("--" + option + " '" + text + "'");
    }
  }

  @Test
  void everyChoiceIsFitted() {
    offered("COVARIANCES").forEach(text -> play("kernel", text));
    offered("FLOWS").forEach(text -> play("flow", text));
    offered("NOISES").forEach(text -> play("likelihood", text));
  }
}
