package io.github.tgp4j.cuda;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Times whole training steps on the device, with Adam and natural gradient: a line per case. To be
 * run by {@code device/run.sh}; arguments choose cases by their name's beginning.
 */
public final class StepTimes {
  private static final int D = 8;
  private static final int NODES = 32;
  private static final int WARM_UP = 30;
  private static final long LEAST_NANOS = 1_500_000_000L;

  private StepTimes() {}

  /** A model and its sizes. */
  record Case(String name, String flow, int rows, int batch, int inducing) {
    /** As rows call it, and those of gpytorch_cuda.py for the same step. */
    String setting() {
      String kind = name.substring(0, name.indexOf('-'));
      String model =
          switch (kind) {
            case "svgp" -> "SVGP";
            case "tgp" -> "TGP, " + flow;
            default -> kind.toUpperCase(Locale.ROOT).replace("TGP", "-TGP") + ", " + flow;
          };
      return model + "; " + inducing + "; " + batch;
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("svgp-10k", "identity", 640_000, 10_000, 100),
          new Case("svgp-640k", "identity", 640_000, 640_000, 100),
          new Case("tgp-10k", "sal(3)", 640_000, 10_000, 100),
          new Case("tgp-100k", "sal(3)", 640_000, 100_000, 100),
          new Case("tgp-640k", "sal(3)", 640_000, 640_000, 100),
          new Case("tgp-m500", "sal(3)", 100_000, 100_000, 500),
          new Case("tgp-m1000", "sal(3)", 100_000, 100_000, 1000),
          new Case("tgp-10k-m1000", "sal(3)", 100_000, 10_000, 1000),
          new Case("batgp-10k", "sal(3) @ mlp(50, 50, relu, dropout=0.25)", 640_000, 10_000, 100),
          new Case("batgp-640k", "sal(3) @ mlp(50, 50, relu, dropout=0.25)", 640_000, 640_000, 100),
          new Case("vbtgp-10k", "sal(3) @ mlp(50, 50, relu, bayes)", 640_000, 10_000, 100),
          new Case("vbtgp-640k", "sal(3) @ mlp(50, 50, relu, bayes)", 640_000, 640_000, 100));

  public static void main(String[] args) {
    System.out.println("device: " + Devices.first());
    System.out.printf(
        "%-16s %9s %9s %6s %10s %10s%n", "case", "rows", "batch", "M", "median ms", "least ms");
    for (Case one : CASES) {
      if (args.length == 0 || Arrays.stream(args).anyMatch(one.name::startsWith)) {
        try {
          time(one);
        } catch (RuntimeException e) {
          System.out.println(one.name + " failed: " + e);
          e.printStackTrace(System.out);
        }
      }
    }
  }

  private static void time(Case one) {
    Trainer trainer = trainer(one);
    for (int i = 0; i < WARM_UP; i++) {
      trainer.step(0.0);
    }
    double[] times = new double[20_000];
    int count = 0;
    long start = System.nanoTime();
    while (count < 50 || (System.nanoTime() - start < LEAST_NANOS && count < times.length)) {
      long before = System.nanoTime();
      trainer.step(0.0);
      times[count++] = (System.nanoTime() - before) / 1e6;
    }
    double[] sorted = Arrays.copyOf(times, count);
    Arrays.sort(sorted);
    System.out.printf(
        Locale.ROOT,
        "%-16s %9d %9d %6d %10.3f %10.3f   mean %.3f over %d steps, bound %.6f%n",
        one.name,
        one.rows,
        one.batch,
        one.inducing,
        sorted[count / 2],
        sorted[0],
        Arrays.stream(sorted).sum() / count,
        count,
        trainer.bound());
    TimesFile.add("step", one.setting(), "tgp4j", "median_ms", sorted[count / 2]);
    TimesFile.add("step", one.setting(), "tgp4j", "least_ms", sorted[0]);
  }

  static Trainer trainer(Case one) {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = DeviceCase.normal(one.rows, D, random);
    double[][] y = new double[1][one.rows];
    for (int i = 0; i < one.rows; i++) {
      y[0][i] = Math.sin(2 * x.get(i, 0)) + 0.5 * x.get(i, D - 1) + 0.2 * random.nextGaussian();
    }
    FlowSpec spec = Specs.flowSpec(one.flow);
    Architecture.Output output =
        spec.dependsOnInput()
            ? Architecture.Output.dependent(
                Specs.likelihood("gaussian"),
                List.of(
                    FlowNetwork.of(
                        spec.flow(),
                        FlowNetwork.usualParameters(spec.flow()),
                        spec.network(),
                        D,
                        1,
                        1.0,
                        7)))
            : new Architecture.Output(Specs.likelihood("gaussian"), List.of(spec.flow()));
    Architecture architecture =
        new Architecture(
            D,
            List.of(
                new Architecture.Group(
                    Specs.covariance("rbf", D), Specs.mean("zero", D), one.inducing, 1)),
            List.of(output));
    Parameters parameters =
        architecture.newParameters(List.of(DeviceCase.normal(one.inducing, D, random)));
    architecture.startNetworks(parameters);
    TrainingPlan plan =
        TrainingPlan.ofSteps(1_000_000)
            .withBatchSize(one.batch)
            .withLearningRate(0.001)
            .withNaturalStep(0.1);
    RowStore rows = RowStore.of(x, y);
    TrainingRows there = new TrainingRows(one.rows, rows, new CudaAccelerator().engines(rows));
    return Trainer.on(
        there,
        Trainable.of(architecture, parameters, architecture.newPosteriors(false, 1.0), NODES),
        plan,
        new Workers(4));
  }
}
