package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.Gson;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that were written once are read for ever, and predict what they did then. The files of a
 * version are made once, by {@code -Dtgp.regenerate=true}, and never again.
 */
class OldFilesTest {
  private static final Path FILES = Path.of("src/test/resources/model-files/v1");
  private static final double TOLERANCE = 1e-6; // of predictive quadrature; BLAS differs less

  /** What a file predicts: per output mean, variance and 0.9-quantile, or class probabilities. */
  private record Expected(double[][] x, double[][] outputs) {}

  static Stream<String> kinds() {
    return Stream.of(
        "svgp",
        "tgp",
        "dropout-network",
        "bayes-network",
        "censored",
        "categorical",
        "separate",
        "diagonal",
        "exact-warped",
        "deep-projected",
        "t-process",
        "conditioned-flow");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void predictsAsItDid(String kind) throws IOException {
    Expected expected =
        new Gson().fromJson(Files.readString(FILES.resolve(kind + ".json")), Expected.class);
    SavedModel saved = ModelFile.read(FILES.resolve(kind + ".tgp"));
    assertThat(saved.provenance().notes()).containsExactly("made for tests");
    double[][] outputs = predict(saved.model(), Matrix.of(expected.x()));
    assertThat(outputs.length).isEqualTo(expected.outputs().length);
    for (int o = 0; o < outputs.length; o++) {
      for (int i = 0; i < outputs[o].length; i++) {
        double value = expected.outputs()[o][i];
        assertThat(outputs[o][i])
            .as(kind + ", output " + o + ", number " + i)
            .isCloseTo(value, within(tolerance(kind) * (1 + Math.abs(value))));
      }
    }
  }

  /** Probabilities of several latents came from a lattice, which was off by 4e-4 here. */
  private static double tolerance(String kind) {
    return kind.equals("categorical") ? 1e-3 : TOLERANCE;
  }

  @Test
  void theyAreSmall() throws IOException {
    for (String kind : kinds().toList()) {
      assertThat(Files.size(FILES.resolve(kind + ".tgp"))).isLessThan(20_000);
    }
  }

  private static double[][] predict(Model model, Matrix x) {
    return model.predictAll(x).stream()
        .map(p -> model.likelihood(0).classes() > 0 ? probabilities(p) : numbers(p))
        .toArray(double[][]::new);
  }

  private static double[] probabilities(Prediction p) {
    return Arrays.stream(p.classProbabilities()).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] numbers(Prediction p) {
    return Stream.of(p.mean(), p.variance(), p.quantile(0.9))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  @Test
  @EnabledIfSystemProperty(named = "tgp.regenerate", matches = "true")
  void regenerate() throws IOException {
    Files.createDirectories(FILES);
    Map<String, java.util.function.Supplier<Model>> models =
        new LinkedHashMap<>(SmallModels.kinds());
    models.put("categorical", () -> SmallModels.withLikelihood("categorical(3)"));
    for (String kind : kinds().toList()) {
      if (Files.exists(FILES.resolve(kind + ".tgp"))) {
        continue; // made once
      }
      Model model = models.get(kind).get();
      Provenance provenance =
          new Provenance(
              1,
              Provenance.LIBRARY,
              "2026-01-01T00:00:00Z",
              Map.of("kind", kind),
              "",
              SmallModels.N,
              Map.of(),
              Provenance.Curve.NONE,
              List.of("made for tests"));
      ModelFile.write(FILES.resolve(kind + ".tgp"), new SavedModel(model, provenance));
      Expected expected = new Expected(SmallModels.NEW.toRows(), predict(model, SmallModels.NEW));
      Files.writeString(FILES.resolve(kind + ".json"), new Gson().toJson(expected) + "\n");
    }
  }
}
