package io.github.tgp4j.benchmarks.people;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Tables as people have them, made by a seed: what is known of each says what a report must
 * conclude. Another seed gives fresh rows of the same kind.
 */
public enum TenTables {
  /** Poisson counts, driven by the temperature. */
  COUNTS("sold", "Fair|Good", "temperature"),
  /** Shares between 0 and 1, driven by the dose. */
  PROPORTIONS("share", "Good", "dose", "batch"),
  /** Prices in euros, driven by the area. */
  PRICES("price", "Good", "area", "year"),
  /** Three kinds in a plane. */
  CLASSES("kind", "Good", "height|width"),
  /** One in a hundred, by chance alone: nothing can be learnt. */
  IMBALANCE("fraud", "No better than guessing", null),
  /** Hourly counts of a year with a daily course. */
  TIMES("visitors", "Good", "hour of the day .when.", "day of the week"),
  /** 300 columns of noise. */
  WIDE("y", "No better than guessing", null),
  /** A line with a few values that are far out. */
  OUTLIERS("reading", "Good", "x", "sensor"),
  /** A fifth of each input is missing. */
  MISSING("yield", "Good|Fair", "rain"),
  /** An identifier that counts the rows and one that is random, beside the real input. */
  IDS("minutes", "Good|Fair", "distance", "id|token");

  public final String target;
  final String grade; // as a pattern
  final String driver; // as a pattern; null where there is none
  final String idle; // as a pattern: inputs that change nothing; null where there are none

  TenTables(String target, String grade, String driver) {
    this(target, grade, driver, null);
  }

  TenTables(String target, String grade, String driver, String idle) {
    this.target = target;
    this.grade = grade;
    this.driver = driver;
    this.idle = idle;
  }

  /** A header and so many rows. */
  public String csv(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 31 + ordinal());
    StringBuilder out = new StringBuilder(header()).append('\n');
    for (int i = 0; i < rows; i++) {
      out.append(line(i, random)).append('\n');
    }
    return out.toString();
  }

  private String header() {
    return switch (this) {
      case COUNTS -> "temperature,weekend,sold";
      case PROPORTIONS -> "dose,batch,share";
      case PRICES -> "area,city,year,price";
      case CLASSES -> "height,width,kind";
      case IMBALANCE -> "amount,hour,country,fraud";
      case TIMES -> "when,visitors";
      case WIDE -> wideHeader();
      case OUTLIERS -> "x,sensor,reading";
      case MISSING -> "rain,sun,soil,yield";
      case IDS -> "id,token,distance,minutes";
    };
  }

  private static String wideHeader() {
    StringBuilder out = new StringBuilder();
    for (int j = 0; j < 300; j++) {
      out.append('x').append(j).append(',');
    }
    return out + "y";
  }

  private String line(int i, SplittableRandom random) {
    double u = random.nextDouble();
    double v = random.nextDouble();
    double e = random.nextGaussian();
    return switch (this) {
      case COUNTS -> {
        boolean weekend = v < 2 / 7.0;
        double mean = Math.exp(0.5 + 2.2 * u + (weekend ? 0.3 : 0));
        yield text("%.1f,%s,%d", 35 * u, weekend, poisson(mean, random));
      }
      case PROPORTIONS ->
          text(
              "%.3f,%s,%.4f",
              10 * u, v < 0.5 ? "a" : "b", 1 / (1 + Math.exp(-(10 * u - 5 + 0.5 * e))));
      case PRICES -> {
        double area = 30 + 170 * u;
        String city = v < 0.4 ? "Oslo" : v < 0.7 ? "Bergen" : "Voss";
        double factor = v < 0.4 ? 1.5 : v < 0.7 ? 1.1 : 0.8;
        double price = 2500 * area * factor * Math.exp(0.15 * e);
        yield text("%.0f,%s,%d,\"%,.0f €\"", area, city, 1950 + random.nextInt(70), price);
      }
      case CLASSES -> {
        double height = 10 * u;
        double width = 10 * v;
        double turned = height - width + 0.8 * e;
        yield text(
            "%.2f,%.2f,%s", height, width, turned < -2 ? "wide" : turned > 2 ? "tall" : "even");
      }
      case IMBALANCE ->
          text(
              "%.2f,%d,%s,%s",
              100 * u,
              random.nextInt(24),
              v < 0.5 ? "NO" : "SE",
              random.nextDouble() < 0.01 ? "yes" : "no");
      case TIMES -> {
        int hour = random.nextInt(24 * 365);
        double course = 60 + 40 * Math.sin(2 * Math.PI * (hour % 24 - 9) / 24.0);
        yield text("%s,%.0f", time(hour), Math.max(0, course + 6 * e));
      }
      case WIDE -> wide(random) + text("%.3f", 5 + 2.4 * e);
      case OUTLIERS ->
          text(
              "%.3f,%s,%.2f",
              10 * u, v < 0.5 ? "left" : "right", v < 0.03 ? 1e6 * u : 20 + 7 * 10 * u + 5 * e);
      case MISSING ->
          text(
              "%s,%s,%s,%.2f",
              maybe(100 * u, random),
              maybe(12 * v, random),
              random.nextDouble() < 0.2 ? "" : v < 0.5 ? "clay" : "sand",
              2 + 6 * u + 1.5 * v + 0.5 * e);
      case IDS ->
          text(
              "%d,%s,%.2f,%.1f",
              i,
              Long.toHexString(random.nextLong()),
              20 * u,
              (8 + 2.5 * 20 * u) * Math.exp(0.25 * e));
    };
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static String maybe(double value, SplittableRandom random) {
    return random.nextDouble() < 0.2 ? "" : text("%.2f", value);
  }

  private static String time(int hour) {
    return java.time.LocalDateTime.of(2025, 1, 1, 0, 0)
        .plusHours(hour)
        .toString()
        .replace('T', ' ');
  }

  private static int poisson(double mean, SplittableRandom random) {
    double limit = Math.exp(-mean);
    int count = -1;
    for (double product = 1; product > limit; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }

  private static String wide(SplittableRandom random) {
    StringBuilder out = new StringBuilder();
    for (int j = 0; j < 300; j++) {
      out.append(text("%.3f,", random.nextGaussian()));
    }
    return out.toString();
  }
}
