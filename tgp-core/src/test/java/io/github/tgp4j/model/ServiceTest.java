package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A service under load: 200 threads that predict single rows in a small heap with the collector
 * that has the most trouble with native code. {@code -Dtgp4j.service.calls=10000} runs it in full.
 */
class ServiceTest {
  private static final int THREADS = 200;

  @Test
  void manyThreadsGetTheSameAnswers() throws Exception {
    String calls = System.getProperty("tgp4j.service.calls", "100");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseG1GC",
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ServiceTest.class.getName(),
                    calls))
            .redirectErrorStream(true)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).endsWith("0 wrong of " + THREADS * Long.parseLong(calls));
  }

  /** Runs in the other process. */
  public static void main(String[] arguments) throws Exception {
    int calls = Integer.parseInt(arguments[0]);
    Matrix x = Matrix.zeros(256, 8);
    SplittableRandom random = new SplittableRandom(1);
    double[] y = new double[x.rows];
    for (int i = 0; i < x.rows; i++) {
      for (int j = 0; j < 8; j++) {
        x.set(i, j, random.nextDouble(-2, 2));
      }
      y[i] = x.get(i, 0) + 0.3 * random.nextGaussian();
    }
    Model model =
        Tgp.builder()
            .inducing(100)
            .plan(TrainingPlan.ofSteps(5))
            .fit(x, Matrix.column(y))
            .withParallelism(1);
    double[][] rows = x.toRows();
    Summary.Row[] expected = new Summary.Row[rows.length];
    Arrays.setAll(expected, i -> model.predictRow(rows[i]).summary(0.05, 0.95));
    AtomicLong wrong = new AtomicLong();
    AtomicReference<Throwable> error = new AtomicReference<>();
    Thread[] threads = new Thread[THREADS];
    for (int t = 0; t < THREADS; t++) {
      int first = t;
      threads[t] =
          new Thread(
              () -> {
                for (int k = 0; k < calls; k++) {
                  int i = (first + k) % rows.length;
                  Summary.Row row = model.predictRow(rows[i]).summary(0.05, 0.95);
                  boolean same =
                      row.mean() == expected[i].mean()
                          && Arrays.equals(row.quantiles(), expected[i].quantiles());
                  wrong.addAndGet(same ? 0 : 1);
                }
              });
      threads[t].setUncaughtExceptionHandler((thread, thrown) -> error.set(thrown));
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (error.get() != null) {
      throw new IllegalStateException(error.get());
    }
    System.out.println(wrong.get() + " wrong of " + (long) THREADS * calls);
  }
}
