package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TimeCoding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncoderJsonTest {
  private static final Encoder ENCODER =
      Encoder.of(
          new Encoder.Description(
              List.of(
                  new NumberCoding("x", 0.1, true),
                  new NumberCoding("m", 0.1, true, -1, 1, true),
                  new CategoryCoding("c", List.of("a", "\"b\n"), true, false, 0.25),
                  new TimeCoding("t", 1.5e9, 3.25, false, true, false, true)),
              List.of("a note")));

  private static Map<String, Object> json(String text) {
    return Node.of(JsonReader.read(text)).object();
  }

  @Test
  void encodersComeBackEqual() {
    assertThat(EncoderJson.readEncoder(json(JsonWriter.write(EncoderJson.write(ENCODER)))))
        .isEqualTo(ENCODER);
  }

  @Test
  void targetsComeBackEqual() {
    for (TargetEncoder target :
        List.of(
            TargetEncoder.of(new TargetEncoder.Description("y", false, List.of())),
            TargetEncoder.of(new TargetEncoder.Description("y", true, List.of("no", "yes"))))) {
      assertThat(EncoderJson.readTarget(json(JsonWriter.write(EncoderJson.write(target)))))
          .isEqualTo(target);
    }
  }

  @Test
  void bothComeBackFromBytes() {
    TargetEncoder target =
        TargetEncoder.of(new TargetEncoder.Description("y", true, List.of("no", "yes")));
    byte[] bytes = EncoderBytes.of(ENCODER, target);
    assertThat(EncoderBytes.inputs(bytes)).isEqualTo(ENCODER);
    assertThat(EncoderBytes.target(bytes)).isEqualTo(target);
    assertThatThrownBy(() -> ModelFile.fromBytes(bytes)).hasMessageContaining("encoder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "\"mean\":0.1 ~ \"mean\":\"0.1\" ~ mean: expected a number but got a text",
        "\"mean\":0.1 ~ \"mean\":1e999 ~ expected a finite number",
        "\"mean\":0.1 ~ \"mode\":0.1 ~ mean: expected a number but got nothing",
        "\"indicator\":true ~ \"indicator\":1 ~ indicator: expected true or false but got a number",
        "\"type\":\"number\" ~ \"type\":\"numbers\" ~ expected number, category or time",
        "\"name\":\"x\" ~ \"name\":\"\" ~ column name",
        "\"name\":\"x\" ~ \"name\":\"c\" ~ c is there twice",
        "\"name\":\"x\" ~ \"extra\":1,\"name\":\"x\" ~ expected 4 fields",
        "\"levels\":[\"a\", ~ \"levels\":[\"a\",\"a\", ~ is there twice",
        "\"levels\":[\"a\", ~ \"levels\":[null, ~ levels: expected a text but got null",
        "\"share\":0.25 ~ \"share\":2 ~ share: expected 0 to 1",
        "\"notes\":[\"a note\"] ~ \"notes\":{} ~ notes: expected a list but got an object",
      })
  void brokenEncodersAreRefused(String good, String bad, String message) {
    String text = JsonWriter.write(EncoderJson.write(ENCODER));
    assertThat(text).contains(good);
    String broken =
        text.replaceFirst(
            java.util.regex.Pattern.quote(good), java.util.regex.Matcher.quoteReplacement(bad));
    assertThatThrownBy(() -> EncoderJson.readEncoder(json(broken)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void sizesAreBounded() {
    String level = "a".repeat(1001);
    assertThatThrownBy(
            () ->
                EncoderJson.readTarget(
                    json("{\"name\":\"y\",\"classes\":true,\"labels\":[\"b\",\"" + level + "\"]}")))
        .hasMessageContaining("at most 1000 characters but got 1001");
    StringBuilder labels = new StringBuilder("\"0\"");
    for (int i = 1; i <= 1000; i++) {
      labels.append(",\"").append(i).append('"');
    }
    assertThatThrownBy(
            () ->
                EncoderJson.readTarget(
                    json("{\"name\":\"y\",\"classes\":true,\"labels\":[" + labels + "]}")))
        .hasMessageContaining("at most 1000 entries but got 1001");
    assertThatThrownBy(
            () ->
                EncoderJson.readTarget(
                    json("{\"name\":\"y\",\"classes\":false,\"labels\":[\"a\"]}")))
        .hasMessageContaining("no labels");
  }
}
