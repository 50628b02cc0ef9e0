package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link io.github.tgp4j.io.JsonReader} and {@link JsonWriter}, against gson as the oracle. */
class JsonReaderTest {
  private static Object read(String text) {
    return io.github.tgp4j.io.JsonReader.read(text);
  }

  @Test
  void everyKindOfValue() {
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("a", new JsonNumber("-1.5e+3"));
    expected.put("b", List.of("x\"\\/\b\f\n\r\tÄ€", true, false));
    expected.put("", null);
    expected.put("c", Map.of());
    String text =
        " {\"a\" : -1.5e+3,\t\"b\":[\"x\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00c4€\", true ,false ],\r\n"
            + "\"\":null,\"c\":{} } ";
    assertThat(read(text)).isEqualTo(expected);
    assertThat(read(JsonWriter.write(expected))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "1e+",
        "-",
        "0x10",
        "NaN",
        "Infinity",
        "-Infinity",
        "nul",
        "TRUE",
        "tru",
        "'a'",
        "\"a",
        "\"\\",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u12",
        "\"\\u１２３４\"",
        "\"a\nb\"",
        "\"a\tb\"",
        "\"a\0b\"",
        "1 2",
        "[] []",
        "// no\n1",
        "/* no */1",
        "#\n1",
        "[1;2]",
        "{\"a\"=1}",
        "{\"a\":1,\"a\":2}",
        "\uFEFF1",
        ")]}'\n1",
        "\u00a01"
      })
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith("header: expected JSON, nested at most 32 deep, but reading it");
  }

  @Test
  void nestingIsBounded() {
    assertThat(read("[".repeat(32) + "]".repeat(32))).isInstanceOf(List.class);
    assertThatThrownBy(() -> read("[".repeat(33) + "]".repeat(33)))
        .hasMessageContaining("at character 32: expected at most 32 nested");
    assertThat(read("[" + "[],{},".repeat(1000) + "[]]")).asList().hasSize(2001);
  }

  @Test
  void textsOfAnyCharactersComeBack() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 500; i++) {
      char[] chars = new char[random.nextInt(12)];
      for (int c = 0; c < chars.length; c++) {
        chars[c] = (char) random.nextInt(random.nextBoolean() ? 128 : 65536);
      }
      String text = new String(chars);
      String written = JsonWriter.write(text);
      assertThat(read(written)).isEqualTo(text);
      assertThat(JsonParser.parseString(written).getAsString()).isEqualTo(text);
      assertThat(new String(Container.utf8(written), java.nio.charset.StandardCharsets.UTF_8))
          .isEqualTo(written);
    }
  }

  /** What gson's strict mode refuses is refused, what it reads is read to the same values. */
  @Test
  void mutantsAreReadAsGsonReadsThem() {
    String good = "{\"a\":[1,-2.5e3,true,null,\"x\\u0041\\n\"],\"b\":{\"c\":\"é\",\"d\":[[],{}]}}";
    String letters = "{}[]\",:\\ue.+-0123456789truefalsn \n\t'/";
    SplittableRandom random = new SplittableRandom(5);
    int readable = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder mutant = new StringBuilder(good);
      for (int k = random.nextInt(1, 4); k > 0; k--) {
        int at = random.nextInt(mutant.length());
        char letter = letters.charAt(random.nextInt(letters.length()));
        switch (random.nextInt(3)) {
          case 0 -> mutant.setCharAt(at, letter);
          case 1 -> mutant.insert(at, letter);
          default -> mutant.deleteCharAt(at);
        }
      }
      String text = mutant.toString();
      String expected = gson(text);
      String got = ours(text);
      if (got != null || !hasRepeatedName(text)) {
        assertThat(got).as(text).isEqualTo(expected);
      }
      readable += got == null ? 0 : 1;
    }
    assertThat(readable).isBetween(1000, 19_000);
  }

  /** Gson takes the last of several members of one name; we refuse them. */
  private static boolean hasRepeatedName(String text) {
    return Arrays.stream(new String[] {"a", "b", "c", "d", ""})
        .anyMatch(name -> text.split("\"" + name + "\"\\s*:", -1).length > 2);
  }

  private static String gson(String text) {
    try {
      JsonReader reader = new JsonReader(new StringReader(text));
      reader.setStrictness(Strictness.STRICT);
      JsonElement element = JsonParser.parseReader(reader);
      return reader.peek() == com.google.gson.stream.JsonToken.END_DOCUMENT
          ? element.toString()
          : null;
    } catch (JsonParseException | IOException e) {
      return null;
    }
  }

  private static String ours(String text) {
    try {
      return JsonParser.parseString(JsonWriter.write(read(text))).toString();
    } catch (ModelFileException e) {
      return null;
    }
  }

  @Test
  void onlyJsonIsWritten() {
    assertThat(JsonWriter.write(Arrays.asList(1, 2L, 0.1, -0.0, 1e300, true, null)))
        .isEqualTo("[1,2,0.1,-0.0,1.0E300,true,null]");
    for (Object bad : new Object[] {Double.NaN, Double.POSITIVE_INFINITY, 'c', 1f, new int[0]}) {
      assertThatThrownBy(() -> JsonWriter.write(bad)).hasMessageContaining("expected a map");
    }
  }
}
