package io.github.tgp4j.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What is said where there is no device, or an old one. */
class DevicesTest {
  @Test
  void aDriverLeavesTraces(@TempDir Path folder) throws Exception {
    Path trace = folder.resolve("nvidiactl");
    assertThat(Devices.hasDriver(List.of(trace))).isFalse();
    Files.createFile(trace);
    assertThat(Devices.hasDriver(List.of(folder.resolve("other"), trace))).isTrue();
  }

  @Test
  @DisabledIf("io.github.tgp4j.cuda.device.Devices#hasDriver")
  void withoutADriverNothingIsLoadedAndTheReasonIsTold() {
    assertThatThrownBy(Devices::first)
        .isInstanceOf(CudaException.class)
        .hasMessageContaining("no driver of an NVIDIA GPU")
        .hasMessageContaining("use device cpu");
  }

  @Test
  void anOldDeviceIsRefused() {
    Device.checkCapability("New", 90);
    assertThatThrownBy(() -> Device.checkCapability("Tesla K80", 37))
        .hasMessage(
            "CUDA: Tesla K80 is too old: expected compute capability 7.5 or newer but got 3.7; use"
                + " device cpu");
  }

  @Test
  void errorsSayWhatHelps() {
    assertThat(Check.message("take 12 MiB of device memory", "CUDA_ERROR_OUT_OF_MEMORY (2)", 2))
        .isEqualTo(
            "CUDA: could not take 12 MiB of device memory: CUDA_ERROR_OUT_OF_MEMORY (2); the device"
                + " has too little free memory: take fewer rows in a batch or fewer inducing"
                + " points, end other programs on it, or compute on the CPU (device cpu)");
    assertThat(Check.message("start", "CUDA_ERROR_UNKNOWN (999)", 999))
        .isEqualTo("CUDA: could not start: CUDA_ERROR_UNKNOWN (999)");
  }
}
