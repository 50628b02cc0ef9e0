package io.github.tgp4j.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.Accelerators;
import io.github.tgp4j.optimise.Adam;
import io.github.tgp4j.optimise.ResidentEngine.Moved;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;

/** What the engine decides before it touches a device. */
class CudaEngineTest {
  private static final DeviceCase MODEL = DeviceCase.of("sal(1)", "gaussian");

  private static Moved moved(boolean natural, boolean diagonal, boolean renyi) {
    DeviceCase.Parts parts = MODEL.parts();
    List<InducingPosterior> q =
        diagonal ? parts.architecture().newPosteriors(true, 1.0) : parts.q();
    Elbo bound =
        new Elbo(
            parts.architecture(), parts.parameters(), q, MODEL.nodesOfOutputs(), new Workers(1));
    if (renyi) {
      bound.useDivergences(Divergence.renyi(0.5), Divergence.kl());
    }
    return new Moved(bound, parts.parameters(), q, natural, new Adam(parts.parameters().size()));
  }

  @Test
  void stepsStayOnTheDeviceWhereItHasAllOfThem() {
    assertThat(CudaEngine.refusal(moved(true, false, false))).isNull();
  }

  @Test
  void otherStepsGoByTheSums() {
    assertThat(CudaEngine.refusal(moved(false, false, false))).contains("natural gradient");
    assertThat(CudaEngine.refusal(moved(true, true, false))).contains("diagonal");
    assertThat(CudaEngine.refusal(moved(true, false, true))).contains("kl");
  }

  @Test
  void blocksOfRowsFitTheMemory() {
    assertThat(DeviceModel.rowsThatFit(8_000_000L, 100)).isEqualTo(6_000);
    assertThat(DeviceModel.rowsThatFit(80_000L, 100)).isEqualTo(60);
    assertThat(DeviceModel.rowsThatFit(100L << 30, 500)).isGreaterThan(10_000_000L);
  }

  @Test
  void aFactorTakesAsManyRowsAsSharedMemoryHolds() {
    assertThat(GroupFactor.mostRows(227 << 10)).isEqualTo(GroupFactor.MOST_SMALL);
    assertThat(GroupFactor.mostRows(99 << 10)).isBetween(96, 112);
    assertThat(GroupFactor.mostRows(64 << 10)).isBetween(64, 96);
    assertThat(GroupFactor.sharedMemory(GroupFactor.mostRows(99 << 10)))
        .isLessThanOrEqualTo(99 << 10);
  }

  @Test
  void aBatchIsCutIntoBlocks() {
    Batch batch = new Batch(1000, 2000, 3000, 7, 100, 100, 3, 1.5);
    Batch slice = batch.slice(10, 40);
    assertThat(slice.rows()).isEqualTo(30);
    assertThat(slice.x()).isEqualTo(1000 + 8 * 10 * 3);
    assertThat(slice.y(1)).isEqualTo(2000 + 8 * (10 + 100));
    assertThat(slice.numbers()).isEqualTo(3000 + 8 * 10);
    assertThat(slice.first()).isEqualTo(17);
  }

  @Test
  @DisabledIf("io.github.tgp4j.cuda.device.Devices#hasDriver")
  void theServiceIsFoundAndSaysWhyItCannotBeUsed() {
    assertThatThrownBy(() -> Accelerators.check("cuda"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("device: cuda cannot be used here: CUDA: there is no driver");
    Accelerators.check("auto");
  }
}
