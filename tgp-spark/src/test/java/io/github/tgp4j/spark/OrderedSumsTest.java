package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums are added in the order of partitions and shares, on executors where these are many. */
class OrderedSumsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65, 150})
  void theBitsAreThoseOfAddingInOrder(int partitions) {
    SplittableRandom random = new SplittableRandom(partitions);
    List<ShareSums> parts = new ArrayList<>();
    double[][] expected = new double[3][2];
    for (int p = 0; p < partitions; p++) {
      double[] sums = {random.nextGaussian(), 1e8 * random.nextGaussian()};
      int share = 3 * p / partitions;
      parts.add(new ShareSums(share, p, sums));
      for (int i = 0; i < sums.length; i++) {
        expected[share][i] += sums[i];
      }
    }
    Collections.shuffle(parts, new Random(1)); // whichever comes first
    List<double[]> found = OrderedSums.of(LocalSpark.context().parallelize(parts, partitions));
    assertThat(found).hasSize(Math.min(3, partitions));
    for (int s = 0; s < found.size(); s++) {
      assertThat(found.get(s)).isEqualTo(expected[s]);
    }
  }
}
