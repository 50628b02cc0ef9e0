package io.github.tgp4j.cli;

import io.github.tgp4j.auto.Validation;
import io.github.tgp4j.cli.table.Splits;
import io.github.tgp4j.cli.table.Tables;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.rows.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Which rows are test rows: lines of a file, or folds, at random, by time or by groups. */
final class SplitOptions {
  private static final int DEFAULT_FOLDS = 5;

  @Option(
      names = "--splits",
      paramLabel = "FILE",
      description = "A file with the test rows of each split; see below.")
  private Path splitsFile;

  @Option(
      names = "--split",
      paramLabel = "RANGE",
      description = "Which lines of the splits file, such as 1-10 or 1,3 (default: all).")
  private String range;

  @Option(
      names = "--folds",
      paramLabel = "K",
      description = "Without --splits: cut the rows into so many test parts (default: 5).")
  private Integer folds;

  @Option(
      names = "--validate",
      paramLabel = "HOW",
      description =
          "How the rows of --folds are chosen, and those that a fit holds out in turn: random"
              + " (default); time, parts of the later half, each with all earlier rows to train on,"
              + " as for forecasts; time=COLUMN; or group=COLUMN, all rows of some groups, such as"
              + " new customers. With --splits only those that a fit holds out.")
  private String validate;

  /** How fits hold rows out; null where it was not said. */
  String validate() {
    return validate;
  }

  /** What decides which rows are in a split, but for the seed. */
  Map<String, String> asText() {
    Map<String, String> out = new LinkedHashMap<>();
    if (splitsFile == null) {
      out.put("folds", Integer.toString(folds == null ? DEFAULT_FOLDS : folds));
    } else {
      out.put("splits", splitsFile.getFileName() + " sha256:" + Tables.fingerprint(splitsFile));
    }
    out.put("validate", validate == null ? Validation.RANDOM.toString() : validate);
    return out;
  }

  /** Training and test rows by the number of their split, from 1. */
  Map<Integer, Part> of(Table table, List<Column> inputs, long seed) {
    if (splitsFile != null && folds != null) {
      throw new UserException("--splits and --folds: expected one of them but got both");
    }
    List<Part> all = parts(table, inputs, seed);
    int[] chosen = range == null ? IntStream.rangeClosed(1, all.size()).toArray() : range();
    Map<Integer, Part> out = new LinkedHashMap<>();
    for (int split : chosen) {
      if (split < 1 || split > all.size()) {
        throw new UserException(
            "--split: expected 1 to " + all.size() + ", the number of splits, but got " + split);
      }
      out.put(split, all.get(split - 1));
    }
    return out;
  }

  private List<Part> parts(Table table, List<Column> inputs, long seed) {
    Validation how = validate == null ? Validation.RANDOM : Validation.of(validate);
    int rows = table.rows();
    int count = folds == null ? DEFAULT_FOLDS : folds;
    if (splitsFile == null && (count < 2 || count > rows)) {
      throw new UserException(
          "--folds: expected 2 to " + rows + ", the number of rows, but got " + count);
    }
    if (splitsFile == null && !how.equals(Validation.RANDOM)) {
      return how.folds(table, inputs, count, seed);
    }
    int[][] tests = splitsFile != null ? Splits.read(splitsFile, rows) : folds(rows, count, seed);
    return Arrays.stream(tests).map(test -> new Part(others(rows, test), test)).toList();
  }

  private static int[] others(int rows, int[] test) {
    BitSet out = new BitSet(rows);
    out.set(0, rows);
    Arrays.stream(test).forEach(out::clear);
    return out.stream().toArray();
  }

  private static int[][] folds(int rows, int count, long seed) {
    int[] order = new int[rows];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < rows; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    int[][] out = new int[count][];
    for (int f = 0; f < count; f++) {
      int from = (int) ((long) f * rows / count);
      int to = (int) ((long) (f + 1) * rows / count);
      out[f] = Arrays.copyOfRange(order, from, to);
    }
    return out;
  }

  /** "1-3,5" as 1, 2, 3, 5. */
  private int[] range() {
    List<Integer> out = new ArrayList<>();
    for (String part : range.split(",")) {
      String[] ends = part.trim().split("-", -1);
      try {
        int from = Integer.parseInt(ends[0].trim());
        int to = ends.length == 1 ? from : Integer.parseInt(ends[1].trim());
        if (ends.length > 2 || to < from) {
          throw new NumberFormatException(part);
        }
        for (int i = from; i <= to; i++) {
          out.add(i);
        }
      } catch (NumberFormatException e) {
        throw new UserException("--split: expected a range such as 1-10 or 1,3 but got " + range);
      }
    }
    return out.stream().mapToInt(Integer::intValue).toArray();
  }
}
