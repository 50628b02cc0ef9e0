package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.model.Model;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models as bytes and in streams: the same as in files. */
class ModelBytesTest {
  private static Model model;

  @TempDir Path directory;

  @BeforeAll
  static void fit() {
    model = SmallModels.kinds().get("tgp").get();
  }

  private static void assertSame(Model read) {
    assertThat(read.predict(SmallModels.NEW).mean())
        .containsExactly(model.predict(SmallModels.NEW).mean());
  }

  @Test
  void bytesAreThoseOfTheFile() throws IOException {
    SavedModel saved = new SavedModel(model);
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, saved);
    byte[] bytes = ModelFile.toBytes(saved);
    assertThat(bytes).isEqualTo(Files.readAllBytes(file));
    assertSame(ModelFile.fromBytes(bytes).model());
    assertSame(ModelFile.read(file).model());
  }

  @Test
  void theShortFormsSaveTheModel() throws IOException {
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, model);
    assertSame(ModelFile.read(file).model());
    assertSame(ModelFile.fromBytes(ModelFile.toBytes(model)).model());
  }

  @Test
  void aStreamTakesOneAfterTheOther() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(7);
    ModelFile.write(out, model);
    ModelFile.write(out, new SavedModel(model));
    out.write(8);
    InputStream in = new ByteArrayInputStream(out.toByteArray());
    assertThat(in.read()).isEqualTo(7);
    assertSame(ModelFile.read(in).model());
    assertSame(ModelFile.read(in).model());
    assertThat(in.read()).isEqualTo(8);
  }

  @Test
  void badBytesAreRefused() {
    byte[] good = ModelFile.toBytes(model);
    refused(new byte[0], "not a tgp model file");
    refused(Arrays.copyOf(good, 20), "cut off");
    refused(Arrays.copyOf(good, good.length - 1), "cut off");
    byte[] changed = good.clone();
    changed[good.length / 2] ^= 1;
    refused(changed, "checksum");
  }

  /** A length that lies takes no memory: the bytes never come. */
  @Test
  void lengthsThatLieTakeNoMemory() {
    byte[] huge = ModelFile.toBytes(model);
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putLong(16, 2_000_000_000);
    refused(huge, "cut off");
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putLong(16, Long.MAX_VALUE);
    assertThatThrownBy(() -> ModelFile.read(new ByteArrayInputStream(huge)))
        .hasMessageContaining("at most 2 GB in a stream");
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putLong(16, -1);
    refused(huge, "");
  }

  private static void refused(byte[] bytes, String message) {
    assertThatThrownBy(() -> ModelFile.read(new ByteArrayInputStream(bytes)))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> ModelFile.fromBytes(bytes)).isInstanceOf(ModelFileException.class);
  }
}
