package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.ModelSettings;
import io.github.tgp4j.auto.Recipe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FitSummaryTest {
  private static FitOutcome.Part part(String kind, double weight) {
    Recipe recipe =
        new Recipe(ModelKind.of(kind), "rbf", "identity", "gaussian", null, 9, ModelSettings.OPEN);
    return new FitOutcome.Part(kind, recipe, weight);
  }

  private static List<String> model(FitOutcome.Part... parts) {
    StringBuilder out = new StringBuilder();
    FitSummary.addModel(out, List.of(parts));
    return out.toString().lines().toList();
  }

  /** The little weight that a constant forecast has in every blend makes no blend to a reader. */
  @Test
  void whatHasNearlyAllTheWeightIsTheModel() {
    String plain = "plain GP (svgp): kernel rbf, likelihood gaussian, 9 inducing points";
    String none = "no inputs (constant): the same distribution for every row";
    assertThat(model(part("svgp", 1))).containsExactly("model     " + plain);
    assertThat(model(part("svgp", 0.9998), part("constant", 2e-4)))
        .containsExactly("model     " + plain, "          and 0.02% " + none);
    assertThat(model(part("svgp", 0.8), part("constant", 0.2)))
        .containsExactly(
            "model     blend of 2 models", "           80% " + plain, "           20% " + none);
  }

  /** With a short time limit many models share one reason, and a reader needs it once. */
  @Test
  void aReasonIsSaidOnceForAllModelsThatShareIt() {
    Map<String, String> failures = new LinkedHashMap<>();
    failures.put("vwgp", "not tried: the time limit left no time");
    failures.put("gsp", "at most 1000 rows");
    failures.put("svgp with poisson", "not tried: the time limit left no time");
    StringBuilder out = new StringBuilder();
    FitSummary.addFailures(out, failures);
    assertThat(out.toString().lines())
        .containsExactly(
            "not tried warped GP (vwgp); plain GP (svgp with poisson): the time limit left no time",
            "failed    transformed prior (gsp): at most 1000 rows");
  }
}
