package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TimeCoding;
import io.github.tgp4j.model.Model;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedModelTest {
  private static final Provenance PROVENANCE = Provenance.now(Map.of(), "", 1);

  @TempDir Path directory;

  private static Encoder encoder(int numbers) {
    return Encoder.of(
        new Encoder.Description(
            numbers == 1
                ? List.of(
                    new NumberCoding("größe", 0.1 + 0.2, false),
                    new CategoryCoding("art", List.of("a", "b \"x\""), false, false, 1.0 / 3),
                    new TimeCoding("t", 1e9, 12.5, false, false, false, false))
                : List.of(new TimeCoding("t", 1e9, 12.5, true, true, true, true)),
            List.of("chas: constant, left out")));
  }

  @Test
  void encodersAreKept() {
    Path file = directory.resolve("m.tgp");
    Model model = SmallModels.kinds().get("svgp").get();
    TargetEncoder target =
        TargetEncoder.of(new TargetEncoder.Description("y", true, List.of("no", "yes")));
    SavedModel saved = new SavedModel(model, encoder(1), List.of(target), PROVENANCE);
    ModelFile.write(file, saved);
    SavedModel read = ModelFile.read(file);
    assertThat(read.encoder()).isEqualTo(saved.encoder());
    assertThat(read.encoder().notes()).containsExactly("chas: constant, left out");
    assertThat(read.targets().get(0).labels()).containsExactly("no", "yes");
    assertThat(read.targets().get(0).name()).isEqualTo("y");
  }

  @Test
  void anEncoderOfAnotherModelIsRefused() {
    Model model = SmallModels.kinds().get("svgp").get();
    assertThatThrownBy(() -> new SavedModel(model, encoder(0), List.of(), PROVENANCE))
        .hasMessageContaining("expected 3 features, as the model has inputs, but got 8");
    TargetEncoder target = TargetEncoder.of(new TargetEncoder.Description("y", false, List.of()));
    assertThatThrownBy(() -> new SavedModel(model, encoder(1), List.of(target, target), PROVENANCE))
        .hasMessageContaining("targets: expected 1");
  }
}
