package io.github.tgp4j.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Class forecasts counted: who was taken for whom, how sure, how often right. */
final class ClassCounts {
  private static final int BINS = 10;
  private static final int SURE_BINS = 20;
  private static final int MOST_POINTS = 250;
  private static final double[] CUTS = cuts();
  private static final int MOST_TESTS = 8;
  private static final double Z = 1.96;

  private ClassCounts() {}

  static Report.Classes of(List<String> labels, double[][] p, double[] y) {
    int classes = p[0].length;
    int[][] confusion = new int[classes][classes];
    int[] right = new int[SURE_BINS];
    int[] wrong = new int[SURE_BINS];
    for (int i = 0; i < y.length; i++) {
      int best = 0;
      for (int k = 1; k < classes; k++) {
        best = p[i][k] > p[i][best] ? k : best;
      }
      confusion[(int) y[i]][best]++;
      int bin = Math.min(SURE_BINS - 1, (int) (p[i][best] * SURE_BINS));
      (best == (int) y[i] ? right : wrong)[bin]++;
    }
    return new Report.Classes(
        labels, confusion, right, wrong, reliability(p, y), tests(labels, p, y), y.length);
  }

  /** Of two classes the rarer one; of more, each against all others. */
  private static List<Report.OneAgainstAll> tests(List<String> labels, double[][] p, double[] y) {
    int classes = p[0].length;
    int second = 0;
    for (double code : y) {
      second += code == 1 ? 1 : 0;
    }
    int from = classes > 2 || 2 * second > y.length ? 0 : 1;
    int to = classes > 2 ? Math.min(classes, MOST_TESTS) : from + 1;
    List<Report.OneAgainstAll> out = new ArrayList<>();
    for (int k = from; k < to; k++) {
      out.add(test(labels.get(k), k, p, y));
    }
    return out;
  }

  private static Report.OneAgainstAll test(String label, int k, double[][] p, double[] y) {
    int[] hits = new int[CUTS.length];
    int[] alarms = new int[CUTS.length];
    for (int i = 0; i < y.length; i++) {
      int[] counts = y[i] == k ? hits : alarms;
      for (int cut = 0; cut < CUTS.length && p[i][k] >= CUTS[cut]; cut++) {
        counts[cut]++;
      }
    }
    return new Report.OneAgainstAll(label, CUTS, hits, alarms, curve(k, p, y), area(k, p, y));
  }

  /** In tenths of a percent up to one, in halves up to five, then in whole percents. */
  private static double[] cuts() {
    return IntStream.rangeClosed(0, 1000)
        .filter(k -> k <= 10 || k <= 50 && k % 5 == 0 || k % 10 == 0)
        .mapToDouble(k -> k / 1000.0)
        .toArray();
  }

  /** False alarms and hits as the cut-off falls through the probabilities that occur. */
  private static Report.Points curve(int k, double[][] p, double[] y) {
    Integer[] order = new Integer[y.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(p[b][k], p[a][k]));
    double of = Math.max(1, Arrays.stream(y).filter(code -> code == k).count());
    double others = Math.max(1, y.length - of);
    int stride = Math.max(1, y.length / MOST_POINTS);
    List<double[]> points = new ArrayList<>(List.of(new double[] {0, 0}));
    int hits = 0;
    for (int i = 0; i < order.length; i++) {
      hits += y[order[i]] == k ? 1 : 0;
      boolean last = i == order.length - 1;
      boolean tied = !last && p[order[i + 1]][k] == p[order[i]][k];
      if (last || !tied && i % stride == 0) {
        points.add(new double[] {(i + 1 - hits) / others, hits / of});
      }
    }
    return new Report.Points(field(points, 0), field(points, 1));
  }

  /** P(a row of the class has the higher probability than one of the others), ties half. */
  static double area(int k, double[][] p, double[] y) {
    Integer[] order = new Integer[y.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(p[a][k], p[b][k]));
    double ranks = 0;
    long of = 0;
    for (int i = 0; i < order.length; ) {
      int end = i;
      int hits = 0;
      while (end < order.length && p[order[end]][k] == p[order[i]][k]) {
        hits += y[order[end]] == k ? 1 : 0;
        end++;
      }
      ranks += hits * 0.5 * (i + 1 + end);
      of += hits;
      i = end;
    }
    long others = y.length - of;
    return of == 0 || others == 0
        ? Double.NaN
        : (ranks - 0.5 * of * (of + 1)) / ((double) of * others);
  }

  /** Of two classes the second tells all; of more, every class of every row is a forecast. */
  private static Report.Reliability reliability(double[][] p, double[] y) {
    int classes = p[0].length;
    double[] sum = new double[BINS];
    int[] hits = new int[BINS];
    int[] count = new int[BINS];
    for (int i = 0; i < y.length; i++) {
      for (int k = classes == 2 ? 1 : 0; k < classes; k++) {
        int bin = Math.min(BINS - 1, (int) (p[i][k] * BINS));
        sum[bin] += p[i][k];
        hits[bin] += y[i] == k ? 1 : 0;
        count[bin]++;
      }
    }
    List<double[]> bins = new ArrayList<>();
    for (int b = 0; b < BINS; b++) {
      if (count[b] > 0) {
        double[] ends = wilson(hits[b], count[b]);
        bins.add(
            new double[] {
              sum[b] / count[b], (double) hits[b] / count[b], ends[0], ends[1], count[b]
            });
      }
    }
    return new Report.Reliability(
        field(bins, 0),
        field(bins, 1),
        field(bins, 2),
        field(bins, 3),
        Arrays.stream(field(bins, 4)).mapToInt(v -> (int) v).toArray());
  }

  private static double[] field(List<double[]> bins, int index) {
    return bins.stream().mapToDouble(b -> b[index]).toArray();
  }

  /** Wilson's 95% interval of a share: within [0, 1] and sound for few rows. */
  private static double[] wilson(int hits, int n) {
    double share = (double) hits / n;
    double centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n);
    double half = Z / (1 + Z * Z / n) * Math.sqrt(share * (1 - share) / n + Z * Z / (4.0 * n * n));
    return new double[] {Math.max(0, centre - half), Math.min(1, centre + half)};
  }
}
