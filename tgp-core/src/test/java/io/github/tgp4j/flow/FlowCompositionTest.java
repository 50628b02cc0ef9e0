package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.testing.FlowContract;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How flows fit together, how they print, and that none goes untested. */
class FlowCompositionTest {
  @Test
  void refusesAPartThatIsNotDefinedOnWhatArrives() {
    assertThatThrownBy(() -> Flows.compose(Flows.affine(), Flows.log()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "affine > log: log (part 2) is defined on (0.0, Infinity) but affine before it gives"
                + " values in (-Infinity, Infinity); put softplus or exp before log");
    assertThatThrownBy(() -> Flows.compose(Flows.exp(), Flows.affine(), Flows.log()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("log (part 3)");
    assertThatThrownBy(() -> Flows.compose()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Flows.sal(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Flows.tanhSum(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void followsTheHalfLine() {
    assertThat(Flows.compose(Flows.exp(), Flows.scale(), Flows.log()).range(Interval.REAL))
        .isEqualTo(Interval.REAL);
    assertThat(Flows.compose(Flows.sal(1), Flows.softplus()).range(Interval.REAL))
        .isEqualTo(Interval.POSITIVE);
    assertThat(Flows.compose(Flows.log(), Flows.tukey()).domain()).isEqualTo(Interval.POSITIVE);
    assertThat(Flows.logExpSum(3).range(Interval.REAL)).isEqualTo(Interval.POSITIVE);
    assertThat(Flows.boxCox().range(Interval.POSITIVE).lower()).isBetween(-20.001, -20.0);
    assertThat(Flows.sum(Flows.log(), Flows.identity()).domain()).isEqualTo(Interval.POSITIVE);
  }

  @Test
  void printsTheModelLanguage() {
    List<Flow> flows =
        List.of(
            Flows.compose(Flows.sal(2), Flows.softplus()),
            Flows.compose(Flows.tanhSum(6), Flows.affine()),
            Flows.boundedTanhSum(2),
            Flows.inverse(Flows.boxCox()),
            Flows.inverse(Flows.tanhSum(2)),
            Flows.weightedSum(Flows.identity(), Flows.sal(1)),
            Flows.sum(new TanhFlow(false), Flows.logExp()),
            Flows.compose(Flows.affine(), Flows.sinhArcsinh()));
    assertThat(flows.stream().map(Flow::toString))
        .containsExactly(
            "sal(2) > softplus",
            "tanh-sum(6) > affine",
            "tanh-sum(2, bounded)",
            "inverse(boxcox)",
            "inverse(tanh-sum(2))",
            "weighted-sum(identity, sal(1))",
            "sum(tanh(unshifted), log-exp)",
            "affine > sinh-arcsinh");
    assertThat(Flows.compose(Flows.sal(1), Flows.sal(1))).isEqualTo(Flows.sal(2));
    assertThat(Flows.sal(2).parameters())
        .extracting(p -> p.name())
        .containsExactly(
            "sinh-arcsinh-1.a",
            "sinh-arcsinh-1.b",
            "affine-2.a",
            "affine-2.b",
            "sinh-arcsinh-3.a",
            "sinh-arcsinh-3.b",
            "affine-4.a",
            "affine-4.b");
  }

  @Test
  void everyFlowHasItsContractTest() throws Exception {
    Path directory = Path.of(Flow.class.getResource("Flow.class").toURI()).getParent();
    int flows = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName("io.github.tgp4j.flow." + name);
        if (Flow.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
          Class<?> test = Class.forName(type.getName() + "Test");
          assertThat(FlowContract.class).as("contract of %s", name).isAssignableFrom(test);
          Method flow = test.getDeclaredMethod("flow");
          assertThat(flow.invoke(test.getDeclaredConstructor().newInstance()))
              .as("what %sTest tests", name)
              .isInstanceOf(type);
          flows++;
        }
      }
    }
    assertThat(flows).isGreaterThan(15);
  }
}
