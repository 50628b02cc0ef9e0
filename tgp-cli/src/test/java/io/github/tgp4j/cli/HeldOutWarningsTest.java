package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldOutWarningsTest {
  private static final double[] DELAYS = {-81, 0.5, 12, 40, 1525};

  private static List<String> said(double... mean) {
    Table table = Table.builder().number("x", 1, 2, 3, 4, 5).number("delay", DELAYS).build();
    double[] none = new double[mean.length];
    HeldOut held = new HeldOut(none, none, mean, none, none, none, none, new double[0][]);
    List<String> out = new ArrayList<>();
    try (TrainingTable rows = AutoFit.of(table, "delay").read()) {
      Target target = rows.targets().get(0);
      HeldOutWarnings.addMeans(out, target, held);
    }
    return out;
  }

  /** A mean over a long tail may be far beyond all that was ever observed. */
  @Test
  void meansFarFromAllThatWasObserved() {
    assertThat(said(10, 1800, -900)).isEmpty();
    assertThat(said(10, 21345.6))
        .containsExactly(
            "delay: the predicted mean of 1 of 2 held-out rows lies far outside the values"
                + " observed, -81 to 1,525 (such as 21,346); for such rows rely on the median");
    assertThat(said(10, -5000, 4000, Double.POSITIVE_INFINITY).get(0))
        .startsWith("delay: the predicted means of 3 of 4 held-out rows lie far outside");
  }
}
