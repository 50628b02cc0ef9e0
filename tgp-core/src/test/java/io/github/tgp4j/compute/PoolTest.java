package io.github.tgp4j.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoolTest {
  private final AtomicInteger made = new AtomicInteger();
  private final Pool<Object> pool =
      new Pool<>(
          () -> {
            made.incrementAndGet();
            return new Object();
          });

  @Test
  void aThreadGetsBackWhatItGave() {
    Object first = pool.take();
    pool.give(first);
    assertThat(pool.take()).isSameAs(first);
    assertThat(made).hasValue(1);
  }

  @Test
  void nobodySharesAndFewAreKept() {
    Set<Object> taken = new HashSet<>();
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Object object = pool.take();
      assertThat(taken.add(object)).isTrue();
      all.add(object);
    }
    all.forEach(pool::give);
    Set<Object> kept = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      Object object = pool.take();
      if (taken.contains(object)) {
        kept.add(object);
      }
    }
    int most = Math.max(8, 4 * Runtime.getRuntime().availableProcessors());
    assertThat(kept).hasSizeBetween(8, most);
  }
}
