package io.github.tgp4j.benchmarks.nasty;

import io.github.tgp4j.data.TableBuilder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The target of a nasty table, from a signal that is about standard. */
final class NastyTargets {
  private static final double FAR = 1e6;

  private final NastyTheme theme;
  private final double[] signal;
  private final SplittableRandom random;
  private final double noise;

  NastyTargets(NastyTheme theme, double[] signal, SplittableRandom random) {
    this.theme = theme;
    this.signal = signal;
    this.random = random;
    this.noise = theme == NastyTheme.NO_NOISE ? 1e-8 : 0.1 + 0.9 * random.nextDouble();
  }

  void addTo(TableBuilder builder) {
    if (theme.isClasses()) {
      builder.category(NastyTable.TARGET, labels());
    } else {
      double scale = theme == NastyTheme.SCALES ? Math.pow(10, random.nextInt(-9, 10)) : 1.0;
      builder.number(
          NastyTable.TARGET,
          IntStream.range(0, signal.length).mapToDouble(i -> scale * number(i)).toArray());
    }
  }

  private double noisy(int i) {
    return signal[i] + noise * random.nextGaussian();
  }

  private double number(int i) {
    return switch (theme) {
      case OUTLIERS_IN_TARGET, OUTLIERS_IN_BOTH ->
          noisy(i) * (random.nextInt(100) == 0 ? FAR : 1.0);
      case CONSTANT_TARGET -> 4.25;
      case HEAVY_TAILS -> signal[i] + 0.3 * random.nextGaussian() / Math.abs(random.nextGaussian());
      case COUNTS -> poisson(Math.exp(1 + signal[i]));
      case PROPORTIONS -> 1 / (1 + Math.exp(-2 * noisy(i)));
      case WHOLE_NUMBERS -> within(Math.rint(9 + 5 * noisy(i)), 0, 18);
      case ZEROS -> Math.max(0, Math.expm1(noisy(i) - 0.5));
      case HUNDREDS -> 100 * Math.rint(10 * Math.exp(noisy(i)));
      case RATINGS -> within(Math.rint(3 + 1.3 * noisy(i)), 1, 5);
      case TWO_HUMPS -> noisy(i) + (random.nextBoolean() ? 4 : -4);
      default -> noisy(i);
    };
  }

  private String[] labels() {
    double[] score = IntStream.range(0, signal.length).mapToDouble(this::noisy).toArray();
    double[] sorted = score.clone();
    Arrays.sort(sorted);
    double rare = sorted[sorted.length - 1 - sorted.length / 100];
    return IntStream.range(0, score.length)
        .mapToObj(i -> label(score[i], rare))
        .toArray(String[]::new);
  }

  private String label(double score, double rare) {
    return switch (theme) {
      case RARE_CLASS -> score >= rare ? "yes" : "no";
      case NOISE_CLASSES -> random.nextInt(10) < 3 ? "red" : "green";
      case MANY_CLASSES -> "kind " + (int) within(6 + 3 * score, 0, 11);
      default -> score > 0 ? "above" : "below";
    };
  }

  private static double within(double value, double least, double most) {
    return Math.max(least, Math.min(most, value));
  }

  private double poisson(double mean) {
    double product = random.nextDouble();
    int count = 0;
    for (double least = Math.exp(-Math.min(mean, 500)); product > least; count++) {
      product *= random.nextDouble();
    }
    return count;
  }
}
