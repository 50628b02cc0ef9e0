package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A table as a model sees it. Read in two passes: the first learns how columns become numbers, the
 * second makes them so, in memory or, when they would take too much of it, in a spill file.
 *
 * @param encoder of the inputs, learnt on these rows
 * @param targets encoders of the targets
 * @param facts about the targets' numbers or class codes
 * @param rows encoded; rows without a target are left out
 * @param notes for people: what was decided on the way
 */
record TrainingTable(
    Encoder encoder,
    List<TargetEncoder> targets,
    List<TargetFacts> facts,
    RowStore rows,
    List<String> notes)
    implements AutoCloseable {

  /** Rows take up to this share of the heap; more go to a spill file. */
  private static final double HEAP_SHARE = 0.25;

  /**
   * Reads a table.
   *
   * @param open opens it anew for each pass
   * @param choose says which columns are what
   * @param classes whether the user said that targets are classes
   * @param numbers whether the user said that targets are numbers
   */
  static TrainingTable read(
      Supplier<TableReader> open,
      java.util.function.Function<List<Column>, ColumnChoice> choose,
      boolean classes,
      boolean numbers) {
    Learnt learnt;
    try (TableReader reader = open.get()) {
      learnt = learn(reader, choose.apply(reader.columns()), classes, numbers);
    }
    try (TableReader reader = open.get()) {
      return learnt.encode(reader);
    }
  }

  /** What the first pass found. */
  private record Learnt(
      Encoder encoder, List<TargetEncoder> targets, List<TargetFacts> facts, List<String> notes) {

    TrainingTable encode(TableReader reader) {
      long total = facts.get(0).count();
      int inputs = encoder.features().size();
      double bytes = 8.0 * total * (inputs + targets.size());
      if (bytes > HEAP_SHARE * Runtime.getRuntime().maxMemory()) {
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        try (RowStore.Writer writer = RowStore.spill(directory, inputs, targets.size())) {
          for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
            Block block = block(chunk);
            writer.append(block.x, block.y);
          }
          return new TrainingTable(encoder, targets, facts, writer.finish(), notes);
        }
      }
      List<Block> blocks = new ArrayList<>();
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        blocks.add(block(chunk));
      }
      return new TrainingTable(encoder, targets, facts, join(blocks, inputs), notes);
    }

    private record Block(Matrix x, Matrix y) {}

    /** The rows of a chunk that have all their targets. */
    private Block block(Chunk chunk) {
      double[][] y = new double[targets.size()][];
      for (int o = 0; o < y.length; o++) {
        y[o] = targets.get(o).encode(chunk);
      }
      Matrix x = encoder.encode(chunk);
      int kept = 0;
      Matrix keptX = Matrix.zeros(x.rows, x.cols);
      Matrix keptY = Matrix.zeros(x.rows, y.length);
      for (int i = 0; i < x.rows; i++) {
        int row = i;
        if (Arrays.stream(y).anyMatch(target -> Double.isNaN(target[row]))) {
          continue;
        }
        System.arraycopy(x.data, x.at(i, 0), keptX.data, keptX.at(kept, 0), x.cols);
        for (int o = 0; o < y.length; o++) {
          keptY.set(kept, o, y[o][i]);
        }
        kept++;
      }
      return new Block(keptX.rowRange(0, kept), keptY.rowRange(0, kept));
    }

    private RowStore join(List<Block> blocks, int inputs) {
      int count = blocks.stream().mapToInt(block -> block.x.rows).sum();
      Matrix x = Matrix.zeros(count, inputs);
      double[][] y = new double[targets.size()][count];
      int at = 0;
      for (Block block : blocks) {
        for (int i = 0; i < block.x.rows; i++, at++) {
          System.arraycopy(block.x.data, block.x.at(i, 0), x.data, x.at(at, 0), inputs);
          for (int o = 0; o < y.length; o++) {
            y[o][at] = block.y.get(i, o);
          }
        }
      }
      return RowStore.of(x, y);
    }
  }

  private static Learnt learn(
      TableReader reader, ColumnChoice columns, boolean classes, boolean numbers) {
    Encoder.Learner inputs = Encoder.learner(columns.inputs());
    List<TargetLearner> targets =
        columns.targets().stream().map(c -> new TargetLearner(c, classes, numbers)).toList();
    RowCounters counters = new RowCounters(columns.inputs());
    long rows = 0;
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      inputs.add(chunk);
      counters.add(chunk);
      for (TargetLearner target : targets) {
        target.add(chunk);
      }
      rows += chunk.rows();
    }
    for (TargetLearner target : targets) {
      target.check(rows);
    }
    Encoder encoder = inputs.finish();
    List<String> notes = new ArrayList<>();
    if (reader instanceof DuckTable table) {
      notes.addAll(table.notes());
    }
    notes.addAll(encoder.notes());
    notes.addAll(counters.notes());
    if (encoder.features().isEmpty()) {
      throw new UserException(
          "no input column is of use: " + String.join("; ", notes) + "; expected at least one");
    }
    List<TargetEncoder> encoders = new ArrayList<>();
    for (TargetLearner target : targets) {
      encoders.add(target.finish(rows, notes));
    }
    return new Learnt(
        encoder, encoders, targets.stream().map(TargetLearner::facts).toList(), notes);
  }

  /** Learns what one target is. */
  private static final class TargetLearner {
    private final Column column;
    private final boolean text;
    private final boolean classes;
    private final boolean mayBeClasses;
    private final TargetEncoder.Learner learner;
    private final TargetFacts facts = new TargetFacts();

    TargetLearner(Column column, boolean classes, boolean numbers) {
      this.column = column;
      this.text = column.type() == ColumnType.CATEGORY;
      this.classes = classes || text && !numbers;
      this.mayBeClasses = !numbers;
      this.learner = TargetEncoder.learner(column, this.classes);
    }

    void add(Chunk chunk) {
      learner.add(chunk);
      if (!text) {
        double[] values = chunk.numbers(chunk.require(column.name()));
        for (int i = 0; i < chunk.rows(); i++) {
          facts.add(values[i]);
        }
      } else {
        String[] values = chunk.texts(chunk.require(column.name()));
        for (int i = 0; i < chunk.rows(); i++) {
          facts.add(values[i] == null ? Double.NaN : 0.0); // counted; codes come later
        }
      }
    }

    void check(long rows) {
      if (rows == 0) {
        throw new UserException("the table has no rows; expected at least one below the header");
      }
      if (facts.count() == 0) {
        throw new UserException(
            "target "
                + column.name()
                + ": all "
                + rows
                + " rows are missing; expected numbers or classes; name another with --target");
      }
    }

    TargetFacts facts() {
      return facts;
    }

    TargetEncoder finish(long rows, List<String> notes) {
      long missing = rows - facts.count();
      if (missing > 0) {
        notes.add(
            "target " + column.name() + ": missing in " + missing + " rows, which are left out");
      }
      TargetEncoder encoder = learner.finish();
      if (!classes && mayBeClasses && facts.nature().isClasses()) {
        encoder = codes();
        notes.add(
            "target "
                + column.name()
                + ": whole numbers 0 to "
                + (int) facts.most()
                + ", taken for "
                + encoder.labels().size()
                + " classes; --likelihood gaussian or poisson takes them for numbers");
      }
      if (!encoder.isClasses() && facts.isConstant()) {
        throw new UserException(
            "target "
                + column.name()
                + ": every row is "
                + facts.least()
                + "; expected numbers that differ");
      }
      return encoder;
    }

    /** An encoder for the few whole numbers that were seen. */
    private TargetEncoder codes() {
      double[] values = facts.distinct().stream().mapToDouble(Double::doubleValue).toArray();
      TargetEncoder.Learner codes = TargetEncoder.learner(column, true);
      codes.add(new Chunk(List.of(column), values.length, List.of(values)));
      return codes.finish();
    }
  }

  /** Classes per target, 0 for numbers. */
  List<Integer> classCounts() {
    return targets.stream().map(t -> t.isClasses() ? t.labels().size() : 0).toList();
  }

  @Override
  public void close() {
    rows.close();
  }
}
