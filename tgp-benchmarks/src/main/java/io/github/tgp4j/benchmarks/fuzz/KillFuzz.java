package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Fits that are killed, {@code kill -9}, again and again at random moments and go on with {@code
 * --resume}: a model file is there whole or not at all, and the last one predicts the bits of a fit
 * that nobody disturbed. Accepted are chains with two kills or more after training had begun,
 * refused those that ended before.
 */
public final class KillFuzz implements FuzzTarget {
  private static final int MOST_KILLS = 5;
  private static final int MOST_STARTS = 25;

  private final ScratchDirectory scratch = new ScratchDirectory("fuzz-kills");
  private final Map<Plan, Whole> whole = new HashMap<>();

  /** What is fitted: the options of {@code tgp fit}, and the rows. */
  private enum Plan {
    NAMED(60, "--model", "tgp", "--inducing", "8", "--epochs", "150", "--validation", "0"),
    SEARCH(40, "--quality", "fast", "--inducing", "8");

    private final int rows;
    private final List<String> options;

    Plan(int rows, String... options) {
      this.rows = rows;
      this.options = List.of(options);
    }
  }

  /** A fit that nobody disturbed. */
  private record Whole(Path table, double[] predictions, double seconds) {}

  @Override
  public String kind() {
    return "kills";
  }

  @Override
  public Limit limit() {
    return Limit.ofClock(1200);
  }

  @Override
  public FuzzResult run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Plan plan = seed % 10 == 9 ? Plan.SEARCH : Plan.NAMED;
    try {
      Whole expected = whole(plan);
      Path model = scratch.file("m" + seed + ".tgp");
      int kills = chain(plan, expected, model, random);
      double[] found = predictions(model);
      delete(model);
      if (!Arrays.equals(found, expected.predictions)) {
        return FuzzResult.failed(
            plan + ", killed " + kills + " times: predictions differ from those of a whole fit");
      }
      return kills < 2 ? FuzzResult.refused("killed " + kills + " times") : FuzzResult.ACCEPTED;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private static void delete(Path model) throws IOException {
    Files.deleteIfExists(model);
    Files.deleteIfExists(log(model));
  }

  private static Path log(Path model) {
    return Path.of(model + ".log");
  }

  private Whole whole(Plan plan) throws IOException, InterruptedException {
    Whole known = whole.get(plan);
    if (known == null) {
      Path table =
          Files.writeString(scratch.file(plan + ".csv"), SmallTable.csv(plan.rows, plan.rows));
      Path model = scratch.file(plan + ".tgp");
      long begin = System.nanoTime();
      Process process = start(plan, table, model, false);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("a fit failed: " + Files.readString(log(model)));
      }
      known = new Whole(table, predictions(model), (System.nanoTime() - begin) / 1e9);
      whole.put(plan, known);
    }
    return known;
  }

  /** Starts, kills and starts again, until it was killed often enough and then ends by itself. */
  private static int chain(Plan plan, Whole expected, Path model, SplittableRandom random)
      throws IOException, InterruptedException {
    int wanted = random.nextInt(2, MOST_KILLS + 1);
    int kills = 0;
    Path checkpoint = Path.of(model + ".checkpoint");
    for (int start = 0; start < MOST_STARTS && !Files.exists(model); start++) {
      boolean resume = Files.exists(checkpoint);
      Process process = start(plan, expected.table, model, resume);
      if (kills < wanted && start < MOST_STARTS - 1) {
        waitForTheMoment(process, checkpoint, expected.seconds, random);
        if (process.isAlive()) {
          process.destroyForcibly().waitFor();
          kills += Files.exists(checkpoint) ? 1 : 0;
          continue;
        }
      }
      if (process.waitFor() != 0) {
        throw new IllegalStateException(
            "after " + kills + " kills a fit failed: " + Files.readString(log(model)));
      }
    }
    return kills;
  }

  /** Any moment, or, more often, one soon after training has gone on. */
  private static void waitForTheMoment(
      Process process, Path checkpoint, double seconds, SplittableRandom random)
      throws IOException, InterruptedException {
    if (random.nextInt(4) > 0) {
      FileTime before = time(checkpoint);
      while (process.isAlive() && time(checkpoint).equals(before)) {
        Thread.sleep(2);
      }
    }
    double share = random.nextDouble();
    process.waitFor((long) (500 * seconds * share * share), TimeUnit.MILLISECONDS);
  }

  private static FileTime time(Path file) throws IOException {
    try {
      return Files.getLastModifiedTime(file);
    } catch (NoSuchFileException e) {
      return FileTime.fromMillis(0);
    }
  }

  private static Process start(Plan plan, Path table, Path model, boolean resume)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("--add-modules=jdk.incubator.vector", "-Xmx500m", "-XX:+UseSerialGC"));
    line.add("-Dtgp.checkpoint.milliseconds=1");
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add("io.github.tgp4j.cli.Main");
    line.addAll(List.of("fit", table.toString(), "--target", "price", "--threads", "1"));
    line.addAll(List.of("--out", model.toString()));
    line.addAll(plan.options);
    if (resume) {
      line.add("--resume");
    }
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(log(model).toFile())
        .start();
  }

  /** Means and quantiles at some rows: of the same model the same bits. */
  private static double[] predictions(Path file) {
    Model model = ModelFile.read(file).model();
    Matrix x = Matrix.zeros(20, model.inputs());
    for (int i = 0; i < x.rows; i++) {
      x.set(i, 0, 0.2 * i);
      x.set(i, 1, i % 2);
    }
    double[] mean = model.predict(x).mean();
    double[] all = Arrays.copyOf(mean, 2 * mean.length);
    System.arraycopy(model.predict(x).quantile(0.9), 0, all, mean.length, mean.length);
    return all;
  }

  @Override
  public void close() {
    scratch.delete();
  }
}
