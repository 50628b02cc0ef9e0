package io.github.tgp4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceleratorsTest {
  private static final RowStore ROWS =
      RowStore.of(Matrix.of(new double[][] {{1}, {2}, {3}}), new double[][] {{1, 2, 3}});

  /** A device that hands out engines of its own. */
  private record Fake(String name, String unavailable) implements Accelerator {
    @Override
    public TrainingRows.Engines engines(RowStore rows) {
      return (batchSize, seed, workers) -> {
        throw new UnsupportedOperationException(name);
      };
    }
  }

  private static final Accelerator USABLE = new Fake("cuda", null);
  private static final Accelerator BROKEN = new Fake("cuda", "the card is on fire");

  @Test
  void theProcessorNeedsNoService() {
    assertThat(open("cpu", List.of())).isInstanceOf(MemoryEngine.class);
    assertThat(open("cpu", List.of(USABLE))).isInstanceOf(MemoryEngine.class);
  }

  @Test
  void aDeviceIsFoundByItsName() {
    assertThatThrownBy(() -> open("cuda", List.of(new Fake("other", null), USABLE)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("cuda");
  }

  @Test
  void autoTakesTheProcessorWhereNoDeviceCanBeUsed() {
    assertThat(open("auto", List.of())).isInstanceOf(MemoryEngine.class);
    assertThat(open("auto", List.of(BROKEN))).isInstanceOf(MemoryEngine.class);
    assertThatThrownBy(() -> open("auto", List.of(BROKEN, new Fake("second", null))))
        .hasMessage("second");
  }

  @Test
  void aDeviceThatIsNotThereIsRefusedWithTheReason() {
    assertThatThrownBy(() -> open("cuda", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "device: expected cpu, auto or cuda but got cuda, whose artifact"
                + " io.github.tgp4j:tgp-cuda is not on the class path");
    assertThatThrownBy(() -> open("gpu", List.of(USABLE)))
        .hasMessage("device: expected cpu, auto or cuda but got gpu");
    assertThatThrownBy(() -> open("cuda", List.of(BROKEN)))
        .hasMessage("device: cuda cannot be used here: the card is on fire");
  }

  private static Engine open(String device, List<Accelerator> found) {
    return Accelerators.rows(ROWS, device, found).engines().open(2, 1, new Workers(1));
  }
}
