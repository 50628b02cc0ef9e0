package io.github.tgp4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden files are whole and agree with themselves, so that a failure elsewhere is not theirs.
 */
class GoldenTest {
  static List<String> cases() throws IOException, URISyntaxException {
    Path folder = Path.of(Objects.requireNonNull(GoldenTest.class.getResource("/golden")).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString().replace(".csv", ""))
          .filter(name -> !name.equals("elementary")) // has a format and a reader of its own
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void saysWhereItComesFrom(String name) {
    Golden golden = Golden.read(name);
    assertThat(golden.note("case")).isEqualTo(name);
    assertThat(golden.note("generator")).startsWith("reference/");
    assertThat(golden.note("versions")).contains("numpy");
    assertThat(golden.note("seed")).isNotBlank();
    assertThat(golden.tolerance()).isBetween(1e-12, 1e-6);
    assertThat(golden.names()).hasSizeGreaterThan(5);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyGradientHasTheShapeOfItsParameter(String name) {
    Golden golden = Golden.read(name);
    for (String value : golden.names()) {
      if (value.startsWith("grad") && !value.matches("grad\\.(white|prior)\\..*")) {
        String parameter = value.substring(value.indexOf('.') + 1);
        assertThat(golden.vector(value)).as(value).hasSameSizeAs(golden.vector(parameter));
      }
    }
  }

  @Test
  void everyModelIsRebuilt() throws IOException, URISyntaxException {
    assertThat(GoldenModel.names())
        .containsExactlyInAnyOrderElementsOf(
            cases().stream().filter(name -> name.matches("(svgp|tgp)-.*")).toList());
  }

  @Test
  void boundsAddUp() throws IOException, URISyntaxException {
    List<String> bounds =
        cases().stream().filter(name -> Golden.read(name).names().contains("ell")).toList();
    assertThat(bounds).hasSizeGreaterThanOrEqualTo(12);
    for (String name : bounds) {
      Golden golden = Golden.read(name);
      double ell = IntStream.range(0, 10).mapToDouble(i -> golden.vector("ell")[i]).sum();
      golden.check("elbo", golden.scalar("batchScale") * ell - golden.scalar("kl"));
    }
  }

  /** KL[N(m, LLᵀ) ‖ N(0, I)] = ½(|m|² + |L|² − M) − Σ log L_ii. */
  @Test
  void divergenceFollowsItsDefinition() {
    Golden golden = Golden.read("kl");
    double[] m = golden.vector("m");
    double kl = -0.5 * m.length;
    for (double v : m) {
      kl += 0.5 * v * v;
    }
    for (double v : golden.vector("L")) {
      kl += 0.5 * v * v;
    }
    for (int i = 0; i < m.length; i++) {
      kl -= Math.log(golden.matrix("L").get(i, i));
    }
    golden.check("kl.white", kl);
  }

  @Test
  void checkNoticesADifference() {
    Golden golden = Golden.read("kl");
    double kl = golden.scalar("kl.white");
    assertThatThrownBy(() -> golden.check("kl.white", kl + 1e-7))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("kl.white[0]");
    assertThatThrownBy(() -> golden.check("kl.white", Double.NaN))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> golden.matrix("Q")).hasMessageContaining("kl has no Q");
  }
}
