package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ModelNamesTest {
  @Test
  void peoplesNamesWithTheSpecBehind() {
    assertThat(ModelNames.of("svgp")).isEqualTo("plain GP (svgp)");
    assertThat(ModelNames.of("warped-ba-tgp with gaussian, flow sal(1)"))
        .isEqualTo("warped network flow (warped-ba-tgp with gaussian, flow sal(1))");
    assertThat(ModelNames.of("blend")).isEqualTo("blend");
    assertThat(ModelNames.title("ba-tgp #2")).isEqualTo("network flow");
  }

  @Test
  void sentencesReadWell() {
    assertThat(ModelNames.inWords("ba-tgp: held-out NLL 1.2 against 1.3 of svgp with poisson"))
        .isEqualTo("network flow: held-out NLL 1.2 against 1.3 of plain GP with poisson");
    assertThat(ModelNames.inWords("tgp-cli, exact")).isEqualTo("tgp-cli, exact");
  }
}
