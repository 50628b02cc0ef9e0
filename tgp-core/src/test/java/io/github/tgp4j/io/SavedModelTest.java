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
    Model model = SmallModels.withLikelihood("bernoulli(probit)");
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
  void provenanceIsAlwaysThere() {
    Model model = SmallModels.kinds().get("svgp").get();
    Provenance made = new SavedModel(model).provenance();
    assertThat(made.library()).isEqualTo(Provenance.LIBRARY);
    assertThat(made.created()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    assertThat(made.settings())
        .containsEntry("java", System.getProperty("java.version"))
        .containsEntry("model", model.toString())
        .containsEntry("inputs", "3");
    assertThat(new SavedModel(model).withProvenance(PROVENANCE).provenance()).isEqualTo(PROVENANCE);
  }

  @Test
  void labelsThatDoNotFitTheLikelihoodAreRefused() {
    Path file = directory.resolve("m.tgp");
    TargetEncoder numbers = TargetEncoder.of(new TargetEncoder.Description("y", false, List.of()));
    TargetEncoder two =
        TargetEncoder.of(new TargetEncoder.Description("y", true, List.of("no", "yes")));
    Model plain = SmallModels.kinds().get("svgp").get();
    Model three = SmallModels.withLikelihood("categorical(3)");
    assertThatThrownBy(() -> ModelFile.write(file, new SavedModel(plain, null, List.of(two))))
        .isInstanceOf(ModelFileException.class)
        .hasMessage("target y: expected numbers, as its likelihood gaussian has, but got 2 labels");
    assertThatThrownBy(() -> ModelFile.write(file, new SavedModel(three, null, List.of(two))))
        .hasMessageContaining("expected 3 classes")
        .hasMessageContaining("but got 2 labels");
    assertThatThrownBy(() -> ModelFile.write(file, new SavedModel(three, null, List.of(numbers))))
        .hasMessageContaining("but got numbers");
    assertThat(file).doesNotExist();
  }

  @Test
  void aModelOfNumbersDoesNotPredictFromTables() {
    Model model = SmallModels.kinds().get("svgp").get();
    assertThatThrownBy(() -> new SavedModel(model).requireTable())
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("fitted to numbers");
    TargetEncoder numbers = TargetEncoder.of(new TargetEncoder.Description("y", false, List.of()));
    SavedModel table = new SavedModel(model, encoder(1), List.of(numbers));
    assertThat(table.requireTable()).isSameAs(table);
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
