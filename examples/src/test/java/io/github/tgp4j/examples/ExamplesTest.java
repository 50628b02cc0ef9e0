package io.github.tgp4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.Ended;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every program runs and says something sensible. */
class ExamplesTest {
  @TempDir Path directory;

  private static String printed(Consumer<PrintStream> program) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    program.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void housePrices() {
    Path file = directory.resolve("houses.tgp");
    String out = printed(stream -> HousePrices.run(file, stream));
    assertThat(file).isNotEmptyFile();
    assertThat(out).containsPattern("80 m² in Oslo: [4-5]\\d{5}, 90% between \\d{6} and \\d{6}");
    assertThat(out).containsPattern("120 m² in Bergen: 5% below \\d{6}, 5% above \\d{6}");
  }

  @Test
  void skewedTarget() {
    assertThat(printed(SkewedTarget::run)).contains("Summary of 2 rows", "NLL");
  }

  @Test
  void limitedTraining() {
    AtomicInteger asked = new AtomicInteger();
    String out =
        printed(
            stream ->
                assertThat(LimitedTraining.run(stream, () -> asked.incrementAndGet() > 20).ended())
                    .isEqualTo(Ended.CANCELLED));
    assertThat(out).contains("ended: CANCELLED");
  }

  @Test
  void ownParts() {
    assertThat(OwnParts.run(System.out).toString()).contains("cubic(0.2)");
  }

  /** A test of a service needs no trained model. */
  @Test
  void priceServiceWithAMadeUpModel() {
    Model fake =
        new Model() {
          @Override
          public int inputs() {
            return 1;
          }

          @Override
          public List<Prediction> predictAll(Matrix x) {
            return List.of(Prediction.of(Distribution.gaussian(1000 * x.get(0, 0), 5000)));
          }
        };
    assertThat(new PriceService(fake).quote(80)).isEqualTo("80000 (73592 to 86408)");
  }
}
