package io.github.tgp4j.benchmarks.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Tables as people and enemies write them, through {@code tgp fit} in a process of its own, since a
 * crash in native code would end this one: exit code 0, or 2 with words.
 */
public final class TableFuzz implements FuzzTarget {
  private final ScratchDirectory directory = new ScratchDirectory("fuzz-tables");
  private CommandProcess process;

  @Override
  public String kind() {
    return "tables";
  }

  @Override
  public Limit limit() {
    return Limit.ofClock(120);
  }

  @Override
  public FuzzResult run(long seed) {
    FuzzTable table = FuzzTable.of(new SplittableRandom(seed));
    Path file = directory.file("t" + seed % 7 + table.ending());
    try {
      Files.write(file, table.bytes());
      if (process == null) {
        process = CommandProcess.start(directory.path());
      }
      String answer =
          process.ask(
              "fit\t"
                  + file
                  + "\t--model\tsvgp\t--inducing\t3\t--epochs\t1\t--validation\t0\t--threads\t1\t--force"
                  + "\t--out\t"
                  + directory.file("m.tgp"));
      if (answer == null) {
        process = null;
        return FuzzResult.failed(file.getFileName() + ": the process ended: " + log());
      }
      String code = answer.split("\t", 2)[0];
      boolean words = answer.contains("tgp fit: ") && !answer.contains("fault of tgp itself");
      return code.equals("0")
          ? FuzzResult.ACCEPTED
          : code.equals("2") && words ? FuzzResult.refused(answer) : FuzzResult.failed(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String log() throws IOException {
    String log = Files.readString(directory.file("log.txt"));
    return log.substring(Math.max(0, log.length() - 300)).replace('\n', ' ');
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
    directory.delete();
  }
}
