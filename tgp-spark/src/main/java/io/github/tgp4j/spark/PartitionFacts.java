package io.github.tgp4j.spark;

import io.github.tgp4j.data.TargetFacts;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.rows.ScalingLearner;
import io.github.tgp4j.spec.Specs;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** What the driver has to know of a partition before training: how many rows it packed. */
final class PartitionFacts implements FlatMapFunction<Iterator<PackedChunk>, PartitionFacts.Facts> {
  private static final long serialVersionUID = 1L;

  /**
   * Rows of one partition, features of each (0 where it has none), faults by their kind, and a
   * fingerprint: the sum of the rows' hashes, whatever their order.
   */
  static final class Facts implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long rows;
    private final int inputs;
    private final long[] faults;
    private final long fingerprint;

    Facts(long rows, int inputs, long[] faults, long fingerprint) {
      this.rows = rows;
      this.inputs = inputs;
      this.faults = faults;
      this.fingerprint = fingerprint;
    }

    long fingerprint() {
      return fingerprint;
    }

    long rows() {
      return rows;
    }

    int inputs() {
      return inputs;
    }

    long[] faults() {
      return faults;
    }
  }

  /** All partitions together. */
  static final class Total {
    /** Number of each partition's first row, and how many rows there are. */
    final long[] starts;

    /** Features of a row, as the first one has them. */
    final int inputs;

    /** By their kind; rows of partitions with another number of features too. */
    final long[] faults = new long[PackedChunk.Fault.COUNT];

    /** The sum of the rows' hashes. */
    final long fingerprint;

    /** Of all, in their order. */
    Total(List<Facts> parts) {
      starts = new long[parts.size() + 1];
      int width = 0;
      long hash = 0;
      for (int p = 0; p < parts.size(); p++) {
        Facts part = parts.get(p);
        starts[p + 1] = starts[p] + part.rows();
        width = width == 0 ? part.inputs() : width;
        hash += part.fingerprint();
        if (part.inputs() != width && part.inputs() != 0) {
          faults[PackedChunk.Fault.WRONG_SIZE.at] += part.rows();
        }
        for (int f = 0; f < faults.length; f++) {
          faults[f] += part.faults()[f];
        }
      }
      inputs = width;
      fingerprint = hash;
    }

    long rows() {
      return starts[starts.length - 1];
    }
  }

  @Override
  public Iterator<Facts> call(Iterator<PackedChunk> chunks) {
    long rows = 0;
    int inputs = 0;
    long[] faults = new long[PackedChunk.Fault.COUNT];
    long fingerprint = 0;
    while (chunks.hasNext()) {
      PackedChunk chunk = chunks.next();
      fingerprint += fingerprint(chunk);
      rows += chunk.rows();
      inputs = chunk.inputs();
      for (int f = 0; f < faults.length; f++) {
        faults[f] += chunk.faults()[f];
      }
    }
    return List.of(new Facts(rows, inputs, faults, fingerprint)).iterator();
  }

  private static long fingerprint(PackedChunk chunk) {
    long sum = 0;
    for (int i = 0; i < chunk.rows(); i++) {
      long hash = Permutation.mix(Double.doubleToLongBits(chunk.y()[i]));
      for (int j = i * chunk.inputs(); j < (i + 1) * chunk.inputs(); j++) {
        hash = Permutation.mix(hash + Double.doubleToLongBits(chunk.x()[j]));
      }
      sum += hash;
    }
    return sum;
  }

  /**
   * Moments of a partition's columns as {@link ScalingLearner#numbers}, how many labels are none of
   * the likelihood's, and what is wrong with the first, null where none is.
   */
  static final class Learnt implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] moments;
    private final long wrong;
    private final String first;

    Learnt(double[] moments, long wrong, String first) {
      this.moments = moments;
      this.wrong = wrong;
      this.first = first;
    }

    double[] moments() {
      return moments;
    }

    long wrong() {
      return wrong;
    }

    String first() {
      return first;
    }
  }

  /** Learns a partition's columns. */
  static final class Learner implements FlatMapFunction<Iterator<PackedChunk>, Learnt> {
    private static final long serialVersionUID = 1L;

    private final int inputs;
    private final String likelihood;

    Learner(int inputs, String likelihood) {
      this.inputs = inputs;
      this.likelihood = likelihood;
    }

    @Override
    public Iterator<Learnt> call(Iterator<PackedChunk> chunks) {
      Likelihood of = Specs.likelihood(likelihood);
      ScalingLearner learner = new ScalingLearner(inputs, 1);
      double[] x = new double[inputs];
      double[] y = new double[1];
      long wrong = 0;
      String first = null;
      while (chunks.hasNext()) {
        PackedChunk chunk = chunks.next();
        for (int i = 0; i < chunk.rows(); i++) {
          System.arraycopy(chunk.x(), i * inputs, x, 0, inputs);
          y[0] = chunk.y()[i];
          learner.add(x, y);
          String violation = of.violation(y[0]);
          if (violation != null) {
            wrong++;
            first = first == null ? violation : first;
          }
        }
      }
      return List.of(new Learnt(learner.numbers(), wrong, first)).iterator();
    }
  }

  /** Counts the rows of a partition that lie too far out. */
  static final class FarRows implements FlatMapFunction<Iterator<PackedChunk>, Long> {
    private static final long serialVersionUID = 1L;

    private final double farthest;

    FarRows(double farthest) {
      this.farthest = farthest;
    }

    @Override
    public Iterator<Long> call(Iterator<PackedChunk> chunks) {
      long far = 0;
      while (chunks.hasNext()) {
        PackedChunk chunk = chunks.next();
        for (int i = 0; i < chunk.rows(); i++) {
          far += isFar(chunk, i) ? 1 : 0;
        }
      }
      return List.of(far).iterator();
    }

    private boolean isFar(PackedChunk chunk, int row) {
      for (int j = row * chunk.inputs(); j < (row + 1) * chunk.inputs(); j++) {
        if (!(Math.abs(chunk.x()[j]) <= farthest)) {
          return true;
        }
      }
      return false;
    }
  }

  /** The least and the largest label of a partition. */
  static final class LabelRange implements FlatMapFunction<Iterator<PackedChunk>, double[]> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<double[]> call(Iterator<PackedChunk> chunks) {
      double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
      while (chunks.hasNext()) {
        for (double label : chunks.next().y()) {
          range[0] = Math.min(range[0], label);
          range[1] = Math.max(range[1], label);
        }
      }
      return List.of(range).iterator();
    }
  }

  /** What the labels of a partition look like as a target. */
  static final class LabelFacts implements FlatMapFunction<Iterator<PackedChunk>, byte[]> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<byte[]> call(Iterator<PackedChunk> chunks) {
      TargetFacts facts = new TargetFacts();
      while (chunks.hasNext()) {
        for (double label : chunks.next().y()) {
          facts.add(label);
        }
      }
      return List.of(facts.toBytes()).iterator();
    }
  }
}
