package io.github.tgp4j.benchmarks;

import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TableBuilder;
import io.github.tgp4j.data.TargetFacts;
import io.github.tgp4j.linalg.Matrix;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * A benchmark table and its train/test splits: a CSV with a header whose last column is the target,
 * and a text file with one line of 0-based test rows per split.
 */
public record SplitData(
    String name, List<String> columns, Matrix x, double[] y, List<int[]> testRows) {
  /** One split, as matrices. */
  public record Split(Matrix trainX, double[] trainY, Matrix testX, double[] testY) {
    /** Between neighbouring values of a target that was rounded to few of them; 0 for others. */
    public double step() {
      return SplitData.step(trainY, testY);
    }

    /**
     * Twelve digits that tell these rows from any others: the start of the SHA-256 of all numbers
     * of x and y, big-endian, those of training rows first.
     */
    public String hash() {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (double[] part : List.of(trainX.data, trainY, testX.data, testY)) {
          ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * part.length);
          bytes.asDoubleBuffer().put(part);
          digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
  }

  /** Reads {@code directory/name.csv[.gz]} and {@code directory/name.splits.txt[.gz]}. */
  public static SplitData read(Path directory, String name) throws IOException {
    List<String> header;
    List<double[]> rows = new ArrayList<>();
    try (BufferedReader reader = open(directory, name + ".csv")) {
      header = List.of(reader.readLine().split(","));
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        rows.add(Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray());
      }
    }
    int columns = rows.get(0).length - 1;
    Matrix x = Matrix.zeros(rows.size(), columns);
    double[] y = new double[rows.size()];
    for (int i = 0; i < y.length; i++) {
      System.arraycopy(rows.get(i), 0, x.data, i * columns, columns);
      y[i] = rows.get(i)[columns];
    }
    List<int[]> splits = new ArrayList<>();
    try (BufferedReader reader = open(directory, name + ".splits.txt")) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.startsWith("#") && !line.isBlank()) {
          splits.add(
              Arrays.stream(line.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray());
        }
      }
    }
    return new SplitData(name, header, x, y, splits);
  }

  private static BufferedReader open(Path directory, String file) throws IOException {
    Path plain = directory.resolve(file);
    InputStream in =
        Files.exists(plain)
            ? Files.newInputStream(plain)
            : new GZIPInputStream(Files.newInputStream(directory.resolve(file + ".gz")));
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** Split {@code number}, counted from 1 as in the paper. */
  public Split split(int number) {
    boolean[] test = new boolean[x.rows];
    for (int row : testRows.get(number - 1)) {
      test[row] = true;
    }
    return part(x, y, test);
  }

  /**
   * The same without rows whose inputs occur in a row before them; splits keep those of their test
   * rows that are left.
   */
  public SplitData withoutTwins() {
    Set<List<Double>> seen = new HashSet<>();
    int[] number = new int[x.rows]; // in the new table; -1 for a row that goes
    int[] kept = new int[x.rows];
    int count = 0;
    for (int i = 0; i < x.rows; i++) {
      int row = i;
      boolean isNew = seen.add(IntStream.range(0, x.cols).mapToObj(j -> x.get(row, j)).toList());
      number[i] = isNew ? count : -1;
      if (isNew) {
        kept[count++] = i;
      }
    }
    Matrix fewer = Matrix.zeros(count, x.cols);
    double[] targets = new double[count];
    for (int i = 0; i < count; i++) {
      System.arraycopy(x.data, x.at(kept[i], 0), fewer.data, i * x.cols, x.cols);
      targets[i] = y[kept[i]];
    }
    List<int[]> tests =
        testRows.stream()
            .map(rows -> Arrays.stream(rows).map(i -> number[i]).filter(i -> i >= 0).toArray())
            .toList();
    return new SplitData(name, columns, fewer, targets, tests);
  }

  /** All rows as a table, the target last. */
  public Table table() {
    TableBuilder builder = Table.builder();
    for (int c = 0; c < x.cols; c++) {
      int column = c;
      builder.number(
          columns.get(c), IntStream.range(0, x.rows).mapToDouble(i -> x.get(i, column)).toArray());
    }
    return builder.number(columns.get(x.cols), y).build();
  }

  /** Between neighbouring values of a target that was rounded to few of them; 0 for others. */
  public double step() {
    return step(y);
  }

  private static double step(double[]... targets) {
    TargetFacts facts = new TargetFacts();
    Arrays.stream(targets).flatMapToDouble(Arrays::stream).forEach(facts::add);
    return facts.coarseStep();
  }

  /** The training rows of split {@code number}, in their order in the file. */
  public int[] trainRows(int number) {
    boolean[] test = new boolean[x.rows];
    for (int row : testRows.get(number - 1)) {
      test[row] = true;
    }
    return IntStream.range(0, x.rows).filter(i -> !test[i]).toArray();
  }

  /** The same rows, each a test row in one of {@code count} splits: folds of a fixed shuffle. */
  public SplitData inFolds(int count) {
    int n = y.length;
    int[] order = IntStream.range(0, n).toArray();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = n - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int row = order[i];
      order[i] = order[other];
      order[other] = row;
    }
    List<int[]> folds = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      folds.add(Arrays.copyOfRange(order, k * n / count, (k + 1) * n / count));
    }
    return new SplitData(name, columns, x, y, folds);
  }

  /** Rows cut in two at random, {@code share} of them into the test part. */
  public static Split cut(Matrix x, double[] y, double share, long seed) {
    int count = (int) Math.round(share * x.rows);
    boolean[] test = new boolean[x.rows];
    SplittableRandom random = new SplittableRandom(seed);
    while (count > 0) {
      int row = random.nextInt(x.rows);
      if (!test[row]) {
        test[row] = true;
        count--;
      }
    }
    return part(x, y, test);
  }

  private static Split part(Matrix x, double[] y, boolean[] test) {
    int tests = 0;
    for (boolean isTest : test) {
      tests += isTest ? 1 : 0;
    }
    Matrix trainX = Matrix.zeros(x.rows - tests, x.cols);
    Matrix testX = Matrix.zeros(tests, x.cols);
    double[] trainY = new double[trainX.rows];
    double[] testY = new double[testX.rows];
    int a = 0;
    int b = 0;
    for (int i = 0; i < x.rows; i++) {
      Matrix target = test[i] ? testX : trainX;
      int row = test[i] ? b : a;
      System.arraycopy(x.data, i * x.cols, target.data, row * x.cols, x.cols);
      if (test[i]) {
        testY[b++] = y[i];
      } else {
        trainY[a++] = y[i];
      }
    }
    return new Split(trainX, trainY, testX, testY);
  }
}
