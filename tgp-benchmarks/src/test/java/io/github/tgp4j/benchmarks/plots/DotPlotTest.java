package io.github.tgp4j.benchmarks.plots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DotPlotTest {
  @Test
  void markersOfNegativeValuesLieOnTheirBars() {
    DotPlot plot = new DotPlot("naval", "NLL", "splits");
    plot.add("SVGP", -9.4, 0.05, 3);
    plot.add("DGP2", -6.8, 0.2, 3);
    DrawnPlot drawn = DrawnPlot.of(plot.draw());
    assertThat(drawn.value(drawn.markers().get(0)[0])).isCloseTo(-9.4, within(0.01));
    assertThat(drawn.value(drawn.markers().get(1)[0])).isCloseTo(-6.8, within(0.01));
    double[] bar = drawn.bars().get(1);
    assertThat(drawn.value(bar[0])).isCloseTo(-7.0, within(0.01));
    assertThat(drawn.value(bar[2])).isCloseTo(-6.6, within(0.01));
    assertThat(bar[1]).as("at its marker's height").isEqualTo(drawn.markers().get(1)[1]);
  }

  @Test
  void oneSplitHasNoBar() {
    DotPlot plot = new DotPlot("protein", "NLL", "splits");
    plot.add("SVGP", 2.9, 0.0, 1);
    plot.add("TGP", 2.8, 0.1, 2);
    DrawnPlot drawn = DrawnPlot.of(plot.draw());
    assertThat(drawn.bars()).hasSize(1);
    assertThat(drawn.markers().get(0)[2]).as("hollow").isEqualTo(1);
    assertThat(drawn.markers().get(1)[2]).as("filled").isEqualTo(0);
    assertThatThrownBy(() -> plot.add("DGP2", Double.NaN, 0, 1)).hasMessageContaining("DGP2");
  }
}
