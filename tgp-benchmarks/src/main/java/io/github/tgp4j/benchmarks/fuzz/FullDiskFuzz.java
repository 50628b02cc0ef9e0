package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.ModelFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Commands in a process that may write so many bytes to a file and no more, as on a disk that is
 * full or a quota that is used up: exit code 2 with words and the old file as it was, or 0 and the
 * whole new one; no leftovers. Needs {@code prlimit}; where there is none, every case is refused.
 */
public final class FullDiskFuzz implements FuzzTarget {
  private static final String OLD = "the file that was there before";

  private final ScratchDirectory scratch = new ScratchDirectory("fuzz-disk");
  private final Path table = scratch.file("t.csv");
  private final Path model = scratch.file("m.tgp");
  private CommandProcess process;

  /** A command that writes a file. */
  private enum Action {
    FIT("new.tgp"),
    REPORT("new.html"),
    PREDICT("new.csv"),
    COMPARE("new.json");

    private final String file;

    Action(String file) {
      this.file = file;
    }
  }

  @Override
  public String kind() {
    return "full-disk";
  }

  @Override
  public Limit limit() {
    return Limit.ofClock(300);
  }

  @Override
  public FuzzResult run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Action action = Action.values()[random.nextInt(Action.values().length)];
    try {
      if (process == null) {
        start();
      }
      Path file = scratch.file(action.file);
      Files.writeString(file, OLD);
      long most = random.nextInt(8) == 0 ? 0 : (long) Math.exp(random.nextDouble(12.5));
      if (!limit(Long.toString(most))) {
        return FuzzResult.refused("prlimit is needed, and is not here");
      }
      String answer = process.ask(line(action, file));
      limit("unlimited");
      if (answer == null) {
        process = null;
        return FuzzResult.failed(action + " with " + most + " bytes: the process ended");
      }
      String fault = judge(action, file, answer);
      return fault.isEmpty()
          ? answer.startsWith("0\t") ? FuzzResult.ACCEPTED : FuzzResult.refused(answer)
          : FuzzResult.failed(action + " with " + most + " bytes: " + fault + ": " + answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void start() throws IOException {
    Files.writeString(table, SmallTable.csv(60, 1));
    process = CommandProcess.start(scratch.path());
    String answer = process.ask(line(Action.FIT, model)); // loads what is native
    if (answer == null || !answer.startsWith("0\t")) {
      throw new IllegalStateException("a fit failed: " + answer);
    }
  }

  private String line(Action action, Path file) {
    String fast = "--inducing\t4\t--epochs\t2\t--threads\t1\t--force";
    return switch (action) {
      case FIT ->
          "fit\t" + table + "\t--model\tsvgp\t--validation\t0\t" + fast + "\t--out\t" + file;
      case REPORT -> "report\t" + model + "\t" + table + "\t--force\t--out\t" + file;
      case PREDICT -> "predict\t" + model + "\t" + table + "\t--force\t--out\t" + file;
      case COMPARE ->
          "compare\t" + table + "\t--models\tsvgp\t--folds\t2\t" + fast + "\t--json\t" + file;
    };
  }

  /** The soft limit on the size of files that the other process writes. */
  private boolean limit(String bytes) throws IOException {
    try {
      return new ProcessBuilder("prlimit", "--pid", "" + process.pid(), "--fsize=" + bytes + ":")
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // there is no such program
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private String judge(Action action, Path file, String answer) throws IOException {
    List<String> names = scratch.names();
    for (String name : names) {
      if (name.startsWith(".") || name.endsWith(".checkpoint")) {
        return "left " + name;
      }
    }
    byte[] before = OLD.getBytes(StandardCharsets.UTF_8);
    boolean old = Arrays.equals(Files.readAllBytes(file), before);
    if (answer.startsWith("0\t")) {
      return old ? "nothing was written" : whole(action, file);
    }
    boolean words = answer.startsWith("2\t") && !answer.contains("fault of tgp itself");
    if (!words) {
      return "no words";
    }
    // compare writes its rows as they come, so that a whole file of some of them may be there
    return old ? "" : action == Action.COMPARE ? whole(action, file) : "the old file is gone";
  }

  private static String whole(Action action, Path file) throws IOException {
    if (action == Action.FIT) {
      try {
        ModelFile.read(file);
        return "";
      } catch (ModelFileException e) {
        return e.getMessage();
      }
    }
    String text = Files.readString(file).strip();
    boolean ends =
        switch (action) {
          case REPORT -> text.endsWith("</html>");
          case PREDICT -> text.lines().count() == 61;
          default -> text.endsWith("]");
        };
    return ends ? "" : "the file is not whole";
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
    scratch.delete();
  }
}
