package io.github.tgp4j.spark;

import io.github.tgp4j.engine.Cut;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Adds up what tasks return in the order of partitions and shares, whichever task ends first. Of
 * many partitions the executors add those of a share, by a shuffle of the sums alone, so that the
 * driver is sent as many as there are shares; the bits are the same either way.
 */
final class OrderedSums {
  /** More partitions than this are not sent to the driver. */
  static final int MOST_SENT = 64;

  private OrderedSums() {}

  /** The sums of each share that has rows, in the order of the shares. */
  static List<double[]> of(JavaRDD<ShareSums> parts) {
    JavaRDD<ShareSums> fewer =
        parts.getNumPartitions() <= MOST_SENT
            ? parts
            : parts
                .mapToPair(part -> new Tuple2<>(part.share(), part))
                .groupByKey(new HashPartitioner(Cut.MOST_SHARES))
                .map(share -> added(listed(share._2())));
    List<double[]> sums = new ArrayList<>();
    List<ShareSums> all = new ArrayList<>(fewer.collect());
    all.sort(Comparator.comparingInt(ShareSums::share).thenComparingInt(ShareSums::partition));
    for (int from = 0, to = 1; from < all.size(); from = to++) {
      while (to < all.size() && all.get(to).share() == all.get(from).share()) {
        to++;
      }
      sums.add(added(all.subList(from, to)).sums());
    }
    return sums;
  }

  private static List<ShareSums> listed(Iterable<ShareSums> parts) {
    List<ShareSums> list = new ArrayList<>();
    parts.forEach(list::add);
    list.sort(Comparator.comparingInt(ShareSums::partition));
    return list;
  }

  /** Those of one share, in the order of their partitions. */
  private static ShareSums added(List<ShareSums> parts) {
    ShareSums first = parts.get(0);
    double[] sums = first.sums().clone();
    for (ShareSums part : parts.subList(1, parts.size())) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += part.sums()[i];
      }
    }
    return new ShareSums(first.share(), first.partition(), sums);
  }
}
