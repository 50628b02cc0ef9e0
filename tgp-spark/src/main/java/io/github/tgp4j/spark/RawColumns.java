package io.github.tgp4j.spark;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.data.TargetLearner;
import io.github.tgp4j.io.EncoderBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Raw columns of a DataFrame as a model's inputs: how they become numbers is learnt in one pass, in
 * the partitions, and merged in their order, as {@code tgp fit} learns it of a table.
 */
final class RawColumns {
  private final JavaSparkContext context;
  private final JavaRDD<Row> rows;
  private final RowInputs.Named places;
  private final List<Column> inputs;
  private final Column label;
  private final Encoder encoder;
  private final Target target;

  /** Learns how the columns become numbers. */
  RawColumns(Dataset<?> data, String[] inputCols, String labelCol, TargetKind kind) {
    context = JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    List<String> names = new ArrayList<>(Arrays.asList(inputCols));
    names.add(labelCol);
    Dataset<Row> chosen =
        data.select(
            names.stream()
                .map(name -> functions.col(Columns.quoted(name)))
                .toArray(org.apache.spark.sql.Column[]::new));
    places = RowInputs.Named.of(names, chosen.schema());
    List<Column> columns = places.columns();
    inputs = columns.subList(0, inputCols.length);
    label = columns.get(inputCols.length);
    rows = chosen.toJavaRDD();
    Encoder.Learner ofInputs = Encoder.learner(inputs);
    TargetLearner ofTarget = new TargetLearner(label, kind);
    for (byte[][] part : rows.mapPartitions(new Learning(places, kind)).collect()) {
      ofInputs.merge(part[0]);
      ofTarget.merge(part[1]);
    }
    encoder = ofInputs.finish();
    target = ofTarget.finish();
  }

  Encoder encoder() {
    return encoder;
  }

  Target target() {
    return target;
  }

  /**
   * The rows as numbers.
   *
   * @param partitions how many there are to be, or {@link RowLayout#BY_ROWS}
   */
  PackedRows pack(int partitions) {
    Packing packing = new Packing(places, EncoderBytes.of(encoder, target.encoder()));
    return new PackedRows(context, rows.mapPartitions(packing), "inputs", label.name(), partitions);
  }

  /** Some thousand rows of a partition at a time. */
  private abstract static class Chunks {
    static final int ROWS = 4096;

    private Chunks() {}

    static Chunk next(RowInputs.Named places, Iterator<Row> rows) {
      List<Row> some = new ArrayList<>();
      while (some.size() < ROWS && rows.hasNext()) {
        some.add(rows.next());
      }
      return places.chunk(some);
    }
  }

  /** What the rows of a partition teach: of the inputs, then of the target. */
  private static final class Learning implements FlatMapFunction<Iterator<Row>, byte[][]> {
    private static final long serialVersionUID = 1L;

    private final RowInputs.Named places;
    private final TargetKind kind;

    Learning(RowInputs.Named places, TargetKind kind) {
      this.places = places;
      this.kind = kind;
    }

    @Override
    public Iterator<byte[][]> call(Iterator<Row> rows) {
      List<Column> columns = places.columns();
      int last = columns.size() - 1;
      Encoder.Learner inputs = Encoder.learner(columns.subList(0, last));
      TargetLearner target = new TargetLearner(columns.get(last), kind);
      while (rows.hasNext()) {
        Chunk chunk = Chunks.next(places, rows);
        inputs.add(chunk);
        target.add(chunk);
      }
      return Stream.<byte[][]>of(new byte[][] {inputs.toBytes(), target.toBytes()}).iterator();
    }
  }

  /** Packs the rows of a partition. */
  private static final class Packing implements FlatMapFunction<Iterator<Row>, PackedChunk> {
    private static final long serialVersionUID = 1L;

    private final RowInputs.Named places;
    private final byte[] encoders;

    Packing(RowInputs.Named places, byte[] encoders) {
      this.places = places;
      this.encoders = encoders;
    }

    @Override
    public Iterator<PackedChunk> call(Iterator<Row> rows) {
      Encoder inputs = EncoderBytes.inputs(encoders);
      TargetEncoder target = EncoderBytes.target(encoders);
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public PackedChunk next() {
          Chunk chunk = Chunks.next(places, rows);
          return packed(inputs.encode(chunk).data, target.encode(chunk));
        }
      };
    }

    /** Rows without a label are counted, and end the fit. */
    private static PackedChunk packed(double[] x, double[] y) {
      int inputs = y.length == 0 ? 0 : x.length / y.length;
      long[] faults = new long[PackedChunk.Fault.COUNT];
      int kept = 0;
      for (int i = 0; i < y.length; i++) {
        if (Double.isNaN(y[i])) {
          faults[PackedChunk.Fault.NULL_LABEL.at]++;
          continue;
        }
        System.arraycopy(x, i * inputs, x, kept * inputs, inputs);
        y[kept++] = y[i];
      }
      return new PackedChunk(
          kept, inputs, Arrays.copyOf(x, kept * inputs), Arrays.copyOf(y, kept), faults);
    }
  }
}
