package io.github.tgp4j.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelismTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 100})
  void everyTaskRunsOnce(int tasks) {
    for (Parallelism parallelism :
        new Parallelism[] {Parallelism.ALL, Parallelism.of(1), Parallelism.of(2)}) {
      AtomicIntegerArray runs = new AtomicIntegerArray(Math.max(1, tasks));
      parallelism.run(tasks, runs::incrementAndGet);
      for (int i = 0; i < tasks; i++) {
        assertThat(runs.get(i)).isEqualTo(1);
      }
    }
  }

  @Test
  void oneThreadIsTheCallers() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Parallelism.of(1).run(1000, task -> threads.add(Thread.currentThread()));
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void noMoreThanAllowed() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Parallelism.of(2).run(1000, task -> threads.add(Thread.currentThread()));
    assertThat(threads).hasSizeBetween(1, 2);
  }

  @Test
  void refused() {
    assertThatThrownBy(() -> Parallelism.of(0)).hasMessageContaining("1 or more");
  }
}
