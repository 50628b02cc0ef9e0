package io.github.tgp4j.auto;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.RowCounters;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.data.TargetLearner;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A table as a model sees it. Read in two passes: the first learns how columns become numbers, the
 * second makes them so, in memory or, when they would take too much of it, in a spill file.
 *
 * @param encoder of the inputs, learnt on these rows
 * @param targets what each target is
 * @param rows encoded; rows without a target are left out
 * @param notes for people: what was decided on the way
 */
public record TrainingTable(
    Encoder encoder, List<Target> targets, RowStore rows, List<String> notes)
    implements AutoCloseable {
  /** Rows take up to this share of the heap; more go to a spill file. */
  private static final double HEAP_SHARE = 0.25;

  public TrainingTable {
    targets = List.copyOf(targets);
    notes = List.copyOf(notes);
  }

  /**
   * Reads a table.
   *
   * @param open opens it anew for each pass
   * @param choose says which columns are what
   * @param kind what the targets are taken for
   */
  public static TrainingTable read(
      Supplier<? extends TableReader> open,
      Function<List<Column>, ColumnChoice> choose,
      TargetKind kind) {
    return read(open, choose, kind, Validation.RANDOM);
  }

  /**
   * Reads a table.
   *
   * @param open opens it anew for each pass
   * @param choose says which columns are what
   * @param kind what the targets are taken for
   * @param validation how rows are held out; null for at random, with a note where rows have times
   */
  public static TrainingTable read(
      Supplier<? extends TableReader> open,
      Function<List<Column>, ColumnChoice> choose,
      TargetKind kind,
      Validation validation) {
    Learnt learnt;
    RowKeys keys;
    try (TableReader reader = open.get()) {
      ColumnChoice columns = choose.apply(reader.columns());
      Validation how = validation == null ? Validation.RANDOM : validation;
      keys = new RowKeys(how.order(), how.find(reader.columns(), columns.inputs()));
      learnt = learn(reader, columns, kind);
      if (validation == null) {
        learnt.hint(columns);
      }
    }
    try (TableReader reader = open.get()) {
      TrainingTable table = learnt.encode(reader, keys);
      return new TrainingTable(table.encoder, table.targets, keys.with(table.rows), table.notes);
    }
  }

  /** Encoders of the targets, in their order. */
  public List<TargetEncoder> targetEncoders() {
    return targets.stream().map(Target::encoder).toList();
  }

  private static Learnt learn(TableReader reader, ColumnChoice columns, TargetKind kind) {
    Encoder.Learner inputs = Encoder.learner(columns.inputs());
    List<TargetLearner> learners =
        columns.targets().stream().map(column -> new TargetLearner(column, kind)).toList();
    RowCounters counters = new RowCounters(columns.inputs());
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      inputs.add(chunk);
      counters.add(chunk);
      for (TargetLearner learner : learners) {
        learner.add(chunk);
      }
    }
    List<Target> targets = learners.stream().map(TargetLearner::finish).toList();
    Encoder encoder = inputs.finish();
    List<String> notes = new ArrayList<>(reader.notes());
    notes.addAll(encoder.notes());
    for (String name : counters.names()) {
      notes.add(name + ": counts the rows; exclude it if it is an identifier");
    }
    targets.forEach(target -> notes.addAll(target.notes()));
    return new Learnt(encoder, targets, notes);
  }

  /** What the first pass found. */
  private record Learnt(Encoder encoder, List<Target> targets, List<String> notes) {
    /** Where rows have times, scores of rows held out at random may flatter. */
    void hint(ColumnChoice columns) {
      Validation.hint(columns.inputs()).ifPresent(notes::add);
    }

    TrainingTable encode(TableReader reader, RowKeys keys) {
      long total = targets.get(0).facts().count();
      int inputs = encoder.features().size();
      double bytes = 8.0 * total * (inputs + targets.size());
      if (bytes > HEAP_SHARE * Runtime.getRuntime().maxMemory()) {
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        try (RowStore.Writer writer = RowStore.spill(directory, inputs, targets.size())) {
          for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
            Block block = block(chunk, keys);
            writer.append(block.x, block.y);
          }
          return new TrainingTable(encoder, targets, writer.finish(), notes);
        }
      }
      List<Block> blocks = new ArrayList<>();
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        blocks.add(block(chunk, keys));
      }
      return new TrainingTable(encoder, targets, join(blocks, inputs), notes);
    }

    private record Block(Matrix x, Matrix y) {}

    /** The rows of a chunk that have all their targets. */
    private Block block(Chunk chunk, RowKeys keys) {
      double[][] y = new double[targets.size()][];
      for (int o = 0; o < y.length; o++) {
        y[o] = targets.get(o).encoder().encode(chunk);
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
        keys.add(chunk, i);
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

  /** Lets go of the rows; a spill file is deleted. */
  @Override
  public void close() {
    rows.close();
  }
}
