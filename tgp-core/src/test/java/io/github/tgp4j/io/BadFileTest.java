package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.model.Model;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is in a file, reading it ends with a model or with a message that helps. */
class BadFileTest {
  private static byte[] good;
  private static byte[] deep;
  private static byte[] network;
  private static byte[] process;
  private static byte[] conditioned;
  private static byte[] ranks;

  @TempDir Path directory;

  @BeforeAll
  static void writeGoodFiles(@TempDir Path where) throws IOException {
    good = bytes(where, "svgp");
    deep = bytes(where, "deep-projected");
    network = bytes(where, "dropout-network");
    process = bytes(where, "t-process");
    conditioned = bytes(where, "conditioned-flow");
    ranks = bytes(where, "ranks");
  }

  private static byte[] bytes(Path where, String kind) throws IOException {
    Path file = where.resolve(kind);
    Provenance provenance = Provenance.now(Map.of("a", "b"), "f", 1);
    ModelFile.write(file, new SavedModel(SmallModels.kinds().get(kind).get(), provenance));
    return Files.readAllBytes(file);
  }

  private void refused(byte[] bytes, String... parts) {
    Path file = directory.resolve("bad.tgp");
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    for (String part : parts) {
      assertThatThrownBy(() -> ModelFile.read(file))
          .isInstanceOf(ModelFileException.class)
          .hasMessageStartingWith(file.toString())
          .hasMessageContaining(part);
    }
  }

  /** The file with another header, its lengths and checksum put right. */
  private static byte[] withHeader(byte[] file, byte[] header) {
    ByteBuffer old = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int from = (int) Container.arraysAt(old.getInt(12));
    int at = (int) Container.arraysAt(header.length);
    int arrays = file.length - from - Container.CHECKSUM;
    ByteBuffer made =
        ByteBuffer.allocate(at + arrays + Container.CHECKSUM).order(ByteOrder.LITTLE_ENDIAN);
    made.put(Container.preamble(header.length, made.capacity())).put(header);
    made.position(at).put(file, from, arrays);
    return signed(made.array());
  }

  private static byte[] signed(byte[] file) {
    byte[] copy = file.clone();
    byte[] body = Arrays.copyOf(copy, copy.length - Container.CHECKSUM);
    byte[] sum = Container.digest().digest(body);
    System.arraycopy(sum, 0, copy, body.length, sum.length);
    return copy;
  }

  private static byte[] changed(byte[] file, Consumer<JsonObject> change) {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
    JsonObject header =
        JsonParser.parseString(new String(file, 24, length, StandardCharsets.UTF_8))
            .getAsJsonObject();
    change.accept(header);
    return withHeader(file, header.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The file with another number in an array, and a checksum that holds. */
  private static byte[] withNumber(byte[] file, String array, int index, double value) {
    ByteBuffer bytes = ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int length = bytes.getInt(12);
    String header = new String(file, 24, length, StandardCharsets.UTF_8);
    for (var item : JsonParser.parseString(header).getAsJsonObject().getAsJsonArray("arrays")) {
      JsonObject each = item.getAsJsonObject();
      if (each.get("name").getAsString().equals(array)) {
        int at = (int) Container.arraysAt(length) + each.get("offset").getAsInt() + 8 * index;
        return signed(bytes.putDouble(at, value).array());
      }
    }
    throw new AssertionError("no array " + array);
  }

  @Test
  void covariancesThatAreNoneAreRefused() {
    for (int index : new int[] {0, 1}) { // a variance below 0, a correlation beyond 1
      byte[] bytes = withNumber(good, "posteriors/0/deviation", index, -1e300);
      refused(bytes, "posteriors/0/deviation", "expected S − I of a covariance S");
    }
  }

  /** Predictions of such a file would fail later, when it is too late to say why. */
  @Test
  void labelsAndScalesThatDoNotFitClassesAreRefused() throws IOException {
    Path file = directory.resolve("classes.tgp");
    TargetEncoder kinds =
        TargetEncoder.of(new TargetEncoder.Description("kind", true, List.of("a", "b", "c")));
    Model three = SmallModels.withLikelihood("categorical(3)");
    ModelFile.write(file, new SavedModel(three, null, List.of(kinds)));
    byte[] classes = Files.readAllBytes(file);
    refused(
        changed(classes, h -> target(h).getAsJsonArray("labels").remove(2)),
        "target kind: expected 3 classes",
        "but got 2 labels");
    refused(
        changed(
            classes,
            h -> {
              target(h).addProperty("classes", false);
              target(h).add("labels", new JsonArray());
            }),
        "but got numbers");
    refused(
        withNumber(classes, "scaling/targets/shift", 0.5),
        "expected classes as they are, shift 0 and scale 1, but got shift 0.5");
    refused(withNumber(classes, "scaling/targets/scale", 2), "and scale 2.0");
  }

  private static JsonObject target(JsonObject header) {
    return header.getAsJsonArray("targets").get(0).getAsJsonObject();
  }

  private static JsonObject model(JsonObject header) {
    return header.getAsJsonObject("model");
  }

  private static JsonObject group(JsonObject header) {
    return model(header)
        .getAsJsonObject("architecture")
        .getAsJsonArray("groups")
        .get(0)
        .getAsJsonObject();
  }

  private static JsonObject output(JsonObject header) {
    return model(header)
        .getAsJsonObject("architecture")
        .getAsJsonArray("outputs")
        .get(0)
        .getAsJsonObject();
  }

  private static JsonObject flow(JsonObject header) {
    return output(header).getAsJsonArray("flows").get(0).getAsJsonObject();
  }

  private static JsonObject array(JsonObject header, int i) {
    return header.getAsJsonArray("arrays").get(i).getAsJsonObject();
  }

  @Test
  void theRebuiltFileIsReadable() throws IOException {
    Path file = directory.resolve("good.tgp");
    Files.write(file, changed(good, header -> header.addProperty("new", "members are ignored")));
    assertThat(ModelFile.read(file).model()).isNotNull();
  }

  @Test
  void missingFile() {
    assertThatThrownBy(() -> ModelFile.read(directory.resolve("none.tgp")))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> ModelFile.read(directory)).isInstanceOf(ModelFileException.class);
  }

  @Test
  void foreign() {
    refused(new byte[0], "not a tgp model file");
    refused("a,b\n1,2\n".repeat(50).getBytes(StandardCharsets.UTF_8), "not a tgp model file");
    byte[] textMode =
        new String(good, StandardCharsets.ISO_8859_1)
            .replace("\r\n", "\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    refused(textMode, "not a tgp model file", "text mode");
  }

  @Test
  void everyTruncationIsSeen() {
    for (int length = 8; length < good.length; length += 97) {
      refused(Arrays.copyOf(good, length), "cut off: expected");
    }
    refused(Arrays.copyOf(good, good.length - 1), "copy it again");
    refused(Arrays.copyOf(good, good.length + 8), "lengths");
  }

  @Test
  void everyChangedByteIsSeen() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = good.clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      refused(bytes, "");
    }
    byte[] bytes = good.clone();
    bytes[good.length / 2] ^= 1;
    refused(bytes, "checksum", "take another copy");
  }

  @Test
  void newerVersion() {
    byte[] bytes = good.clone();
    bytes[8] = 2;
    refused(signed(bytes), "format version: expected 1 to 1 but got 2", "newer version");
  }

  @Test
  void anotherKind() {
    Path file = directory.resolve("checkpoint");
    CheckpointFile.write(file, new Checkpoint(Map.of(), Map.of(), Map.of()));
    assertThatThrownBy(() -> ModelFile.read(file))
        .hasMessageContaining("expected a model but got a checkpoint");
  }

  @Test
  void hugeHeaderClaims() {
    for (int claim : new int[] {-1, 1, Integer.MAX_VALUE, good.length, Integer.MIN_VALUE}) {
      byte[] bytes = good.clone();
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(12, claim);
      refused(signed(bytes), "lengths: expected a header of");
    }
    byte[] bytes = good.clone();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(16, Long.MAX_VALUE);
    refused(signed(bytes), "cut off");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "3",
        "{} {}",
        "{'a': 1}",
        "{\"kind\": model}",
        "{\"kind\": \"model\",}",
        "nul"
      })
  void badJson(String header) {
    refused(withHeader(good, (header + " ").getBytes(StandardCharsets.UTF_8)), "");
  }

  @Test
  void deepJsonAndBadUtf8() {
    String nested = "[".repeat(500_000) + "]".repeat(500_000);
    byte[] header = ("{\"kind\": " + nested + "}").getBytes(StandardCharsets.UTF_8);
    refused(withHeader(good, header), "nested at most 32 deep");
    refused(withHeader(good, new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}), "UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "[2000000000], more than the",
    "[2147483647; 2147483647; 2147483647], more than the",
    "[-1], expected a whole number from 0",
    "[1.5], expected a whole number",
    "[1e999999999], expected a whole number",
    "3, expected a list"
  })
  void hugeArrayClaims(String shape, String message) {
    refused(
        changed(
            good,
            header ->
                array(header, 0).add("shape", JsonParser.parseString(shape.replace(';', ',')))),
        message);
  }

  @Test
  void arraysThatOverlapRepeatOrAreLeftOut() {
    refused(changed(good, h -> array(h, 1).addProperty("offset", 0)), "arrays[1].offset: expected");
    refused(
        changed(good, h -> array(h, 1).addProperty("name", array(h, 0).get("name").getAsString())),
        "is listed twice");
    refused(
        changed(
            good,
            h -> {
              JsonArray all = h.getAsJsonArray("arrays");
              for (int i = 0; i < 4; i++) { // the curve's are empty
                all.remove(all.size() - 1);
              }
            }),
        "arrays: expected");
    refused(changed(good, h -> array(h, 0).addProperty("name", "x")), "expected one of that name");
  }

  @Test
  void hugeModelClaims() {
    refused(
        changed(good, h -> group(h).addProperty("inducing", 2_000_000_000)),
        "array parameters/inducing: expected 6000000000 numbers");
    refused(changed(good, h -> group(h).addProperty("latents", 2_000_000_000)), "latents");
    refused(changed(good, h -> group(h).addProperty("latents", 50_000)), "latents");
    refused(
        changed(good, h -> model(h).addProperty("networkSamples", 2_000_000_000)),
        "networkSamples");
    refused(changed(deep, h -> model(h).addProperty("samples", 2_000_000_000)), "samples");
    refused(
        changed(
            deep,
            h ->
                model(h)
                    .getAsJsonArray("hidden")
                    .get(0)
                    .getAsJsonObject()
                    .addProperty("units", 1_000_000_000)),
        "projection-hidden-1: expected");
    refused(
        changed(
            network,
            h ->
                output(h)
                    .getAsJsonArray("flows")
                    .get(0)
                    .getAsJsonObject()
                    .addProperty("flow", "sal(1) @ mlp(10000,10000,10000, tanh)")),
        "a network no larger than the file");
  }

  /** Small files that ask for large models: refused before anything of that size is made. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tanh-sum(10000)",
        "sal(10000)",
        "sal(999999999999)",
        "sum(sal(10000), sal(10000), sal(10000))",
        "inverse(sal(2000)) > affine",
        "sal(300)"
      })
  void flowsOfMorePartsThanTheFileHasNumbers(String flow) {
    refused(changed(good, h -> flow(h).addProperty("flow", flow)), "flow: expected");
    refused(
        changed(good, h -> output(h).addProperty("likelihood", "warped(" + flow + ")")),
        "likelihood");
  }

  @Test
  void manyFlowsOfManyParts() {
    refused(
        changed(
            good,
            h -> {
              JsonArray flows = output(h).getAsJsonArray("flows");
              for (int i = 0; i < 150; i++) {
                JsonObject item = new JsonObject();
                item.addProperty("flow", "sal(20)");
                flows.add(item);
              }
            }),
        "no more parameters than the file has numbers");
  }

  @Test
  void longSumsAndDeepNests() {
    refused(
        changed(good, h -> group(h).addProperty("covariance", "rbf + ".repeat(16_000) + "rbf")),
        "parts, as the file holds numbers for");
    String nested = "weighted-sum(identity, ".repeat(60) + "identity" + ")".repeat(60);
    refused(changed(good, h -> flow(h).addProperty("flow", nested)), "");
  }

  @Test
  void draws() {
    for (int draws : new int[] {10_001, 100_000, 1_000_000}) {
      refused(changed(network, h -> model(h).addProperty("networkSamples", draws)), "10000");
      refused(changed(deep, h -> model(h).addProperty("samples", draws)), "10000");
    }
  }

  @Test
  void badSpecs() {
    refused(
        changed(good, h -> group(h).addProperty("covariance", "rbx")),
        "groups[0].covariance",
        "did you mean rbf");
    refused(
        changed(good, h -> group(h).addProperty("covariance", "(".repeat(100_000))),
        "nested parentheses");
    refused(
        changed(good, h -> output(h).addProperty("likelihood", "x".repeat(3000))), "at most 2000");
    refused(
        changed(good, h -> output(h).addProperty("likelihood", 3)), "expected a text but got 3");
    refused(
        changed(good, h -> output(h).addProperty("likelihood", "categorical(3)")),
        "needs 3 (one per latent) but got 1");
    refused(changed(good, h -> output(h).addProperty("likelihood", "laplace")), "likelihood.scale");
    refused(
        changed(good, h -> model(h).addProperty("type", "other")),
        "expected tgp, deep, non-marginal, forest, blend or constant");
    refused(changed(good, h -> h.remove("model")), "model: expected this member");
    refused(changed(good, h -> h.remove("provenance")), "provenance: expected this member");
    refused(
        changed(good, h -> model(h).getAsJsonArray("parameters").add("other")),
        "expected one of the parameters");
    refused(
        changed(good, h -> model(h).add("posteriors", new JsonArray())),
        "posteriors: expected 1 entries");
    refused(
        changed(
            good,
            h -> {
              JsonArray kinds = new JsonArray();
              kinds.add("diagonal");
              model(h).add("posteriors", kinds);
            }),
        "posteriors/0/variance");
    refused(changed(deep, h -> model(h).getAsJsonArray("hidden").remove(1)), "");
  }

  @Test
  void badProcesses() {
    refused(changed(process, h -> model(h).remove("process")), "process: expected this member");
    refused(changed(process, h -> model(h).addProperty("process", "q-process")), "did you mean");
    refused(changed(process, h -> model(h).addProperty("process", "t-process(-1)")), "above 0");
    refused(
        changed(process, h -> model(h).addProperty("process", "conditioned-flow(4)")),
        "no parameter that could depend");
    refused(
        changed(conditioned, h -> model(h).addProperty("process", "conditioned-flow(1000000)")),
        "expected at most 10000 but got 1000000");
    refused(
        changed(conditioned, h -> model(h).addProperty("process", "t-process")),
        "scale.degrees-of-freedom");
    refused(
        changed(process, h -> output(h).addProperty("likelihood", "categorical(3)")),
        "needs 3 (one per latent) but got 1");
    refused(changed(process, h -> group(h).addProperty("latents", 2)), "latents");
    refused(
        changed(
            process,
            h ->
                output(h)
                    .getAsJsonArray("flows")
                    .get(0)
                    .getAsJsonObject()
                    .addProperty("flow", "sal(1) @ mlp(1, tanh)")),
        "depends: expected this member");
    refused(withNumber(process, "parameters/scale.log-mean", 800), "of at most 200.0 but got");
    refused(withNumber(process, "parameters/scale.log-deviation", 1e9), "of at most 200.0 but got");
    refused(withNumber(conditioned, "parameters/readout.weights", Double.NaN), "a finite number");
  }

  @ParameterizedTest
  @CsvSource({
    "parameters/covariance.lengthscales, NaN, expected a finite number but got NaN",
    "parameters/covariance.lengthscales, -1, expected a value that is positive but got -1.0",
    "parameters/inducing, Infinity, expected a finite number",
    "posteriors/0/mean, NaN, expected a finite number",
    "posteriors/0/deviation, NaN, expected a finite number",
    "scaling/inputs/scale, 0, expected values above 0 but got 0.0",
    "scaling/targets/shift, NaN, expected a finite number"
  })
  void impossibleNumbers(String name, double value, String message) {
    refused(withNumber(good, name, value), message);
  }

  @ParameterizedTest
  @CsvSource({
    "scaling/inputs/curves, 1.5, expected a whole number of knots that the file has but got 1.5",
    "scaling/inputs/curves, 1e9, expected a whole number of knots that the file has but got 1.0E9",
    "scaling/inputs/curves, NaN, expected a finite number",
    "scaling/inputs/curves, 3, expected a curve by ranks",
    "scaling/inputs/knots, NaN, column 0: expected a curve by ranks",
    "scaling/inputs/scores, 7, column 0: expected a curve by ranks"
  })
  void impossibleCurves(String name, double value, String message) {
    refused(withNumber(ranks, name, value), message);
  }

  private static byte[] withNumber(byte[] file, String name, double value) {
    return withNumber(file, name, 0, value);
  }
}
