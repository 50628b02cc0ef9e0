package io.github.tgp4j.benchmarks;

import io.github.tgp4j.benchmarks.rows.SpeedFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * {@code ./bench providers}: the training step with OpenBLAS and the Vector API, and without one of
 * them. The script starts a process for each way, whose name is the argument.
 */
public final class ProvidersBench {
  private static final double SECONDS = 2.0;

  private ProvidersBench() {}

  public static void main(String[] args) throws IOException {
    String way = args[0];
    boolean record = args.length > 1;
    if (record && !List.of(args).subList(1, args.length).equals(List.of("--record"))) {
      System.err.println("usage: ./bench providers [--record]; got " + String.join(" ", args));
      System.exit(2);
    }
    SpeedFile file = new SpeedFile(SpeedFile.RESULTS);
    for (StepCase step : StepCase.ALL) {
      double micros = SpeedBench.measure(step, 1, SECONDS).stepMicros();
      String setting = step.name() + ": " + step.sizes();
      System.out.printf(Locale.ROOT, "%-10s %-30s %10.1f µs%n", way, setting, micros);
      if (record) {
        file.append(new SpeedFile.Key("providers", setting, 1, way, "step_us"), micros);
      }
    }
  }
}
