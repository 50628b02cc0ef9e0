package io.github.tgp4j.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.Function2;

/** The rows of a partition that have some numbers: the inputs of each, then its target. */
final class ReadRows implements Function2<Integer, Iterator<PackedChunk>, Iterator<double[]>> {
  private static final long serialVersionUID = 1L;

  private final long[] numbers;
  private final long[] starts;

  /**
   * Of all partitions.
   *
   * @param numbers ascending
   * @param starts number of each partition's first row, and how many rows there are
   */
  ReadRows(long[] numbers, long[] starts) {
    this.numbers = numbers;
    this.starts = starts;
  }

  @Override
  public Iterator<double[]> call(Integer partition, Iterator<PackedChunk> chunks) {
    long first = starts[partition];
    int next = Arrays.binarySearch(numbers, first);
    next = next >= 0 ? next : -next - 1;
    List<double[]> found = new ArrayList<>();
    while (chunks.hasNext()) {
      PackedChunk chunk = chunks.next();
      for (; next < numbers.length && numbers[next] < first + chunk.rows(); next++) {
        int at = (int) (numbers[next] - first);
        int inputs = chunk.inputs();
        double[] row = Arrays.copyOfRange(chunk.x(), at * inputs, (at + 1) * inputs + 1);
        row[inputs] = chunk.y()[at];
        found.add(row);
      }
      first += chunk.rows();
    }
    return found.iterator();
  }
}
