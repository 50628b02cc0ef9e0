package io.github.tgp4j.spark;

import io.github.tgp4j.engine.Cut;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;

/**
 * The task of one round of Lloyd's algorithm: for each centre the sum of the rows that are nearest
 * to it, and how many they are; equation T12 in docs/equations.md.
 */
final class ClusterSums implements Function2<Integer, Iterator<PackedChunk>, Iterator<ShareSums>> {
  private static final long serialVersionUID = 1L;
  private static final int ROUNDS = 5;
  private static final int SHARES = 16;
  private static final int BLOCK = 1024;

  private final double[] centres; // in units
  private final double[] weights; // one over the units
  private final Batch batch;
  private final long[] starts;

  private ClusterSums(double[] centres, double[] weights, Batch batch, long[] starts) {
    this.centres = centres;
    this.weights = weights;
    this.batch = batch;
    this.starts = starts;
  }

  /**
   * Centres that some rounds have moved; one that no row is nearest to stays.
   *
   * @param units in which distances along each input are measured; none for the inputs' own
   */
  static Matrix move(
      Matrix start, double[] units, JavaRDD<PackedChunk> rows, long[] starts, Batch batch) {
    int inputs = start.cols;
    double[] weights = new double[inputs];
    for (int j = 0; j < inputs; j++) {
      weights[j] = units.length == 0 ? 1.0 : 1.0 / units[j];
    }
    Matrix centres = start.copy();
    for (int round = 0; round < ROUNDS; round++) {
      double[] scaled = new double[centres.data.length];
      for (int i = 0; i < scaled.length; i++) {
        scaled[i] = centres.data[i] * weights[i % inputs];
      }
      ClusterSums task = new ClusterSums(scaled, weights, batch, starts);
      double[] total = new double[start.rows * (inputs + 1)];
      for (double[] share : OrderedSums.of(rows.mapPartitionsWithIndex(task, true))) {
        for (int i = 0; i < total.length; i++) {
          total[i] += share[i];
        }
      }
      for (int c = 0; c < start.rows; c++) {
        double count = total[c * (inputs + 1) + inputs];
        for (int j = 0; count > 0 && j < inputs; j++) {
          centres.data[c * inputs + j] = total[c * (inputs + 1) + j] / count;
        }
      }
    }
    return centres;
  }

  @Override
  public Iterator<ShareSums> call(Integer partition, Iterator<PackedChunk> chunks) {
    long from = batch.place(starts[partition]);
    long to = batch.place(starts[partition + 1]);
    ChunkReader reader = new ChunkReader(chunks, starts[partition]);
    List<ShareSums> out = new ArrayList<>();
    for (int s = 0; s < SHARES; s++) {
      long first = Math.max(from, Cut.start(batch.size(), s, SHARES));
      long last = Math.min(to, Cut.start(batch.size(), s + 1, SHARES));
      if (first < last) {
        int inputs = weights.length;
        double[] sums = new double[centres.length / inputs * (inputs + 1)];
        for (long at = first; at < last; at += BLOCK) {
          add(reader.rows(batch, at, Math.min(last, at + BLOCK)).x, sums);
        }
        out.add(new ShareSums(s, partition, sums));
      }
    }
    return out.iterator();
  }

  private void add(Matrix x, double[] sums) {
    int inputs = weights.length;
    double[] row = new double[inputs];
    for (int i = 0; i < x.rows; i++) {
      for (int j = 0; j < inputs; j++) {
        row[j] = x.get(i, j) * weights[j];
      }
      int at = nearest(row) * (inputs + 1);
      for (int j = 0; j < inputs; j++) {
        sums[at + j] += x.get(i, j);
      }
      sums[at + inputs]++;
    }
  }

  private int nearest(double[] row) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.length / row.length; c++) {
      double sum = 0.0;
      for (int j = 0; j < row.length; j++) {
        double difference = row[j] - centres[c * row.length + j];
        sum += difference * difference;
      }
      if (sum < least) {
        least = sum;
        nearest = c;
      }
    }
    return nearest;
  }
}
