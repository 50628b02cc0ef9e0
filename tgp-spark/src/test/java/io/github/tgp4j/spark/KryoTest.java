package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.engine.Bound;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import scala.reflect.ClassTag$;

/** Clusters are often set to Kryo: whatever Spark stores or sends goes through it. */
class KryoTest {
  static Stream<Object> sent() {
    double[] numbers = {1, 2};
    return Stream.of(
        new PackedChunk(1, 1, new double[] {1}, new double[] {2}, new long[5]),
        new ShareSums(3, 1, numbers),
        new SumRequest(1, new byte[8], Bound.Pass.MOMENTS, Batch.all(5), 2.0),
        new PartitionFacts.Facts(1, 2, new long[5], 7),
        new PartitionFacts.Learnt(numbers, 0, null),
        new RemoteBound(new byte[3]),
        new SharedModel(new byte[3]));
  }

  @ParameterizedTest
  @MethodSource("sent")
  void kryoReadsWhatItWrote(Object sent) {
    SerializerInstance kryo = new KryoSerializer(new SparkConf(false)).newInstance();
    Object read =
        kryo.deserialize(
            kryo.serialize(sent, ClassTag$.MODULE$.apply(Object.class)),
            ClassTag$.MODULE$.apply(Object.class));
    assertThat(read).usingRecursiveComparison().isEqualTo(sent);
  }
}
