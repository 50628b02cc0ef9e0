package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;

/** {@code ./bench EXPERIMENT}: finds the experiment and runs it. */
public final class ExperimentMain {
  private static final List<Experiment> ALL =
      List.of(
          new UciRegression(),
          new UciClassification(),
          new LargeRegression(),
          Application.AIR_QUALITY,
          Application.RAINFALL,
          new Ablation(),
          new VariationalBayes(),
          new WineUnique(),
          new Gvi(),
          new Cost(),
          new TimeToQuality(),
          new PeersQuality(),
          new Auto(),
          new Nasty(),
          new Fuzz(),
          new People(),
          new Clusters(),
          new Figures(),
          new Tuning(),
          new Pages());

  private ExperimentMain() {}

  public static void main(String[] args) {
    try {
      run(Arrays.asList(args));
    } catch (IllegalArgumentException e) {
      System.err.println("bench: " + e.getMessage());
      System.exit(2);
    } catch (FileSystemException e) { // its message alone may be no more than a path
      System.err.println("bench: " + e);
      System.exit(2);
    } catch (IOException e) {
      System.err.println("bench: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void run(List<String> args) throws IOException {
    if (!args.isEmpty() && args.get(0).equals("cell")) {
      new CellRun(ALL, System.out).run(args.subList(1, args.size()));
      return;
    }
    List<String> names = ALL.stream().map(Experiment::name).toList();
    if (args.isEmpty() || !names.contains(args.get(0))) {
      throw new IllegalArgumentException("expected one of " + names + " but got " + args);
    }
    start(ALL.get(names.indexOf(args.get(0))), args.subList(1, args.size()));
  }

  static void start(Experiment experiment, List<String> args) throws IOException {
    ExperimentOptions options = ExperimentOptions.parse(args, experiment.ownOptions());
    if (!experiment.repeats()) {
      options.refuseRepeats();
    }
    // Predictions go through the common pool, in which the caller works too
    System.setProperty(
        "java.util.concurrent.ForkJoinPool.common.parallelism",
        Integer.toString(options.threads() - 1));
    experiment.run(options);
  }
}
