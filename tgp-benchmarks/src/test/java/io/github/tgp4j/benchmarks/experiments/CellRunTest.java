package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellRunTest {
  @TempDir Path directory;

  /** Writes the rows that its options ask for; the NLL says which they were. */
  private static final class Echo implements Experiment {
    @Override
    public String name() {
      return "echo";
    }

    @Override
    public boolean repeats() {
      return true;
    }

    @Override
    public void run(ExperimentOptions options) throws IOException {
      ResultFile file = new ResultFile(options.results(), name());
      for (int m : options.inducingOr(List.of(100, 50))) {
        for (int repeat : options.repeatsOr(List.of(1, 2))) {
          for (String model : options.models()) {
            for (int split : options.splits()) {
              ResultRow.Key key =
                  ResultRow.Key.repeat(options.only().get(0), model, m, split, repeat);
              append(file, key, options);
              if (model.equals(Trials.BAYESIAN)) {
                append(file, key.of(Trials.POINT_ESTIMATE), options);
              }
            }
          }
        }
      }
    }

    private static void append(ResultFile file, ResultRow.Key key, ExperimentOptions options)
        throws IOException {
      double nll = key.inducing() + 0.25 * key.split() + key.seed();
      Provenance made = Provenance.now(options.threads(), "12ab");
      file.append(ResultRow.of(key, new Scores(nll, 0, 0, 0, 0, 0, 0), 1, 7, "spec", made));
    }
  }

  private String run(String... args) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      List<String> all = new ArrayList<>(List.of(args));
      all.addAll(List.of("--results", directory.toString()));
      new CellRun(List.of(new Echo()), out).run(all);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theStoredRowStandsBesideTheNewOne() throws IOException {
    ResultFile file = new ResultFile(directory, "echo");
    Provenance old =
        new Provenance(
            "abc1234", "clean", "2026-11-15T01:02:03Z", "2 cores", "17.0.9", "1", "0.10", "34cd");
    for (int m : new int[] {50, 100}) {
      ResultRow.Key key = new ResultRow.Key("boston", "pe-tgp", m, 3);
      file.append(ResultRow.of(key, new Scores(m, 0, 0, 0, 0, 0, 0), 1, 7, "old", old));
    }
    String shown = run("echo", "boston", "pe-tgp", "3");
    assertThat(shown)
        .containsPattern("inducing +100 +100 *\n")
        .containsPattern("nll +100.000 +103.750 +\\+3.750\n")
        .containsPattern("commit +abc1234 ")
        .containsPattern("threads +1 +1 *\n")
        .containsPattern("jdk +17.0.9 ")
        .contains("12ab");
    assertThat(file.allRows()).as("made aside").hasSize(2);
    assertThat(run("echo", "boston", "pe-tgp", "3", "--inducing", "50"))
        .containsPattern("nll +50.0000 +53.7500");
    assertThat(run("echo", "boston", "pe-tgp", "3", "--repeat", "2"))
        .containsPattern("seed +3 +1003 ");
  }

  @Test
  void aCellThatWasNeverRunIsMadeAllTheSame() throws IOException {
    assertThat(run("echo", "energy", "tgp", "1", "--inducing", "5"))
        .contains("no stored row")
        .containsPattern("nll +6.25");
  }

  @Test
  void saysHowToAsk() {
    assertThatThrownBy(() -> run("echo", "boston")).hasMessageContaining("usage: ./bench cell");
    assertThatThrownBy(() -> run("other", "boston", "tgp", "1"))
        .hasMessageContaining("no experiment called other");
  }
}
