package io.github.tgp4j.cli;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Made-up food deliveries: how many minutes each took. Positive and skewed, and more so in bad
 * weather and at rush hour, as waiting times are; some numbers are missing.
 */
final class DemoData {
  private static final String[] WEATHER = {"clear", "rain", "snow"};
  private static final String[] VEHICLE = {"bike", "scooter", "car"};
  private static final double[] SPEED = {14, 22, 26}; // km/h in the city

  private DemoData() {}

  static final String HEADER = "ordered_at,distance_km,items,weather,vehicle,courier_days,minutes";

  /** One CSV line per delivery, the header not included. */
  static String lines(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      row(random, out);
    }
    return out.toString();
  }

  private static void row(SplittableRandom random, StringBuilder out) {
    int day = random.nextInt(120);
    double hour = 11 + 11 * (0.5 * random.nextDouble() + 0.5 * random.nextDouble());
    double distance = 0.4 + Math.exp(0.7 + 0.6 * random.nextGaussian());
    int items = 1 + (int) (5 * random.nextDouble() * random.nextDouble() * 2);
    double u = random.nextDouble();
    int weather = u < 0.68 ? 0 : u < 0.93 ? 1 : 2;
    int vehicle = random.nextInt(3);
    int courierDays = (int) (400 * Math.pow(random.nextDouble(), 2));
    boolean courierKnown = random.nextDouble() > 0.04;

    double rush =
        Math.exp(-Math.pow((hour - 12.7) / 0.9, 2)) + Math.exp(-Math.pow((hour - 19) / 1.3, 2));
    double slow =
        1 + 0.35 * rush * (vehicle == 2 ? 1.6 : 0.7) + new double[] {0, 0.25, 0.7}[weather];
    double kitchen = 7 + 1.5 * items + 6 * rush;
    double ride =
        60 * distance / SPEED[vehicle] * slow * (1 + 0.25 * Math.exp(-courierDays / 30.0));
    double skew = 0.18 + 0.14 * rush + new double[] {0, 0.12, 0.3}[weather];
    double noise = Math.exp(skew * random.nextGaussian());
    if (random.nextDouble() < 0.03 + 0.05 * rush) { // lost, stuck, or nobody at the door
      noise *= 1.3 + 0.6 * random.nextDouble();
    }
    out.append(
        String.format(
            Locale.ROOT,
            "2026-%02d-%02d %02d:%02d,%.2f,%d,%s,%s,%s,%.1f%n",
            1 + day / 30,
            1 + day % 28,
            (int) hour,
            (int) (60 * (hour - Math.floor(hour))),
            distance,
            items,
            WEATHER[weather],
            VEHICLE[vehicle],
            courierKnown ? Integer.toString(courierDays) : "",
            (kitchen + ride) * noise));
  }
}
