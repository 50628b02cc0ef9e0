package io.github.tgp4j.spark;

import io.github.tgp4j.spark.PackedChunk.Fault;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/** Packs the rows of a partition, each a vector of features and a label, into dense chunks. */
final class Packer implements FlatMapFunction<Iterator<Row>, PackedChunk> {
  private static final long serialVersionUID = 1L;
  private static final int ROWS = 4096;

  @Override
  public Iterator<PackedChunk> call(Iterator<Row> rows) {
    return new Chunks(rows);
  }

  private static final class Chunks implements Iterator<PackedChunk> {
    private final Iterator<Row> rows;
    private int inputs; // 0 until the first row has told

    Chunks(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public PackedChunk next() {
      double[] x = new double[ROWS * inputs];
      double[] y = new double[ROWS];
      long[] faults = new long[Fault.COUNT];
      int count = 0;
      while (count < ROWS && rows.hasNext()) {
        Row row = rows.next();
        Fault fault = fault(row);
        if (fault != null) {
          faults[fault.at]++;
          continue;
        }
        Vector features = row.getAs(0);
        if (x.length == 0) {
          x = new double[ROWS * inputs];
        }
        FeatureVectors.copy(features, x, count * inputs);
        y[count++] = row.getDouble(1);
      }
      return new PackedChunk(
          count, inputs, Arrays.copyOf(x, count * inputs), Arrays.copyOf(y, count), faults);
    }

    /** What is wrong with a row, or null; the first features say how many there are. */
    private Fault fault(Row row) {
      if (row.isNullAt(0)) {
        return Fault.NULL_FEATURES;
      }
      Vector features = row.getAs(0);
      if (inputs == 0) {
        inputs = features.size();
      }
      if (features.size() != inputs || inputs == 0) {
        return Fault.WRONG_SIZE;
      }
      if (row.isNullAt(1)) {
        return Fault.NULL_LABEL;
      }
      if (!Double.isFinite(row.getDouble(1))) {
        return Fault.LABEL_NOT_FINITE;
      }
      for (double value : FeatureVectors.stored(features)) {
        if (!Double.isFinite(value)) {
          return Fault.FEATURES_NOT_FINITE;
        }
      }
      return null;
    }
  }
}
