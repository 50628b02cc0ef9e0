package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/read_model.py, an independent reader, predicts what Java does. Needs a python3 with numpy on
 * the path, or {@code -Dtgp.python=…}; skipped otherwise.
 */
class PythonReaderTest {
  private static final String PYTHON = System.getProperty("tgp.python", "python3");
  private static final String SCRIPT =
      """
      import json, sys
      sys.path.insert(0, sys.argv[1])
      import read_model
      header, arrays = read_model.load(sys.argv[2])
      mean, variance = read_model.latent(header, arrays, json.loads(sys.argv[3]))
      print(json.dumps({"mean": mean.tolist(), "variance": variance.tolist()}))
      """;

  @TempDir Path directory;

  private record Answer(double[] mean, double[] variance) {}

  /** What the command prints; null when it cannot be run or fails. */
  private static String run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      return null; // there is no such program
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0 ? out : null;
  }

  @ParameterizedTest
  @ValueSource(strings = {"svgp", "diagonal", "exact", "ranks"})
  void predictsWhatJavaDoes(String kind) throws IOException, InterruptedException {
    assumeTrue(run(PYTHON, "-B", "-c", "import numpy") != null, "python3 with numpy");
    Path docs = Path.of("../docs").toAbsolutePath().normalize();
    assertThat(Files.exists(docs.resolve("read_model.py"))).isTrue();
    Path file = directory.resolve("model.tgp");
    Model model = SmallModels.kinds().get(kind).get();
    ModelFile.write(file, new SavedModel(model, Provenance.now(Map.of(), "", 1)));
    String x = new Gson().toJson(SmallModels.NEW.toRows());
    String out = run(PYTHON, "-B", "-c", SCRIPT, docs.toString(), file.toString(), x);
    assertThat(out).as("python's answer").isNotNull();
    Answer answer = new Gson().fromJson(out, Answer.class);
    Prediction prediction = model.predict(SmallModels.NEW);
    assertThat(answer.mean()).containsExactly(prediction.latentMean(0), within(1e-9));
    assertThat(answer.variance()).containsExactly(prediction.latentVariance(0), within(1e-9));
  }
}
