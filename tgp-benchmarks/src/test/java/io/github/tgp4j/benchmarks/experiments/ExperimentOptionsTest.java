package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExperimentOptionsTest {
  @Test
  void readsRangesAndLists() {
    ExperimentOptions options =
        ExperimentOptions.parse(
            List.of("--splits", "1-3,7", "--models", "svgp,tgp", "--resume", "--inducing", "5"));
    assertThat(options.splits()).containsExactly(1, 2, 3, 7);
    assertThat(options.inducing()).containsExactly(5);
    assertThat(options.resume()).isTrue();
    assertThat(options.wantsModel("tgp")).isTrue();
    assertThat(options.wantsModel("ba-tgp")).isFalse();
    assertThat(options.wantsData("boston")).as("all, when none is named").isTrue();
  }

  @Test
  void runsTheSetsThatAreNamed() {
    ExperimentOptions options = ExperimentOptions.parse(List.of("--only", "boston,yacht"));
    assertThat(options.wantsData("boston")).isTrue();
    assertThat(options.wantsData("yacht")).isTrue();
    assertThat(options.wantsData("energy")).isFalse();
    assertThatThrownBy(() -> options.checkData(List.of("boston", "energy")))
        .hasMessage("--only: expected of [boston, energy] but got yacht");
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> ExperimentOptions.parse(List.of("--split", "1")))
        .hasMessageContaining("no option called --split")
        .hasMessageContaining("usage");
    assertThatThrownBy(() -> ExperimentOptions.parse(List.of("--splits")))
        .hasMessageContaining("--splits needs a value");
    assertThatThrownBy(() -> ExperimentOptions.parse(List.of("--splits", "one")))
        .hasMessageContaining("expected whole numbers such as 1-3,7 but got one");
  }

  @Test
  void anExperimentsOwnOptionsAreRefusedElsewhere() {
    List<String> args = List.of("--quality", "best", "--count", "7");
    ExperimentOptions options = ExperimentOptions.parse(args, Set.of("--quality", "--count"));
    assertThat(options.own("--quality", "good")).isEqualTo("best");
    assertThat(options.own("--count", 300L)).isEqualTo(7);
    assertThat(options.own("--seed", 5L)).isEqualTo(5);
    assertThatThrownBy(() -> ExperimentOptions.parse(args))
        .hasMessageContaining("no option called --quality");
  }
}
