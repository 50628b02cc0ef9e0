package io.github.tgp4j.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkersTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyTaskRunsOnceBeforeRunReturns(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int round = 0; round < 20_000; round++) {
        int count = round % 7;
        AtomicIntegerArray runs = new AtomicIntegerArray(7);
        workers.run(count, (task, worker) -> runs.incrementAndGet(task));
        for (int task = 0; task < 7; task++) {
          assertThat(runs.get(task)).isEqualTo(task < count ? 1 : 0);
        }
      }
    }
  }

  @Test
  void whatTasksWriteIsSeenByTheCaller() {
    try (Workers workers = new Workers(3)) {
      long[] plain = new long[8];
      for (int round = 1; round <= 20_000; round++) {
        workers.run(8, (task, worker) -> plain[task] += task);
        assertThat(plain[7]).isEqualTo(7L * round);
      }
    }
  }

  @Test
  void workersAreNumberedAndHaveBuffersOfTheirOwn() {
    try (Workers workers = new Workers(3)) {
      assertThat(workers.threads()).isEqualTo(3);
      workers.run(
          50,
          (task, worker) -> {
            Scratch scratch = workers.scratch(worker);
            int mark = scratch.mark();
            double[] own = scratch.take(10);
            own[0] = task;
            sleep(1);
            assertThat(own[0]).isEqualTo(task);
            scratch.release(mark);
          });
    }
  }

  @Test
  void aCompanionThatFellAsleepIsWoken() {
    try (Workers workers = new Workers(2)) {
      for (int round = 0; round < 5; round++) {
        AtomicInteger together = new AtomicInteger();
        workers.run(
            2,
            (task, worker) -> {
              together.incrementAndGet();
              while (together.get() < 2) { // ends only if the tasks run at the same time
                Thread.onSpinWait();
              }
            });
        sleep(20);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 39})
  void aFailureIsThrownByRunAndTheNextRoundIsSound(int failing) {
    try (Workers workers = new Workers(2)) {
      assertThatThrownBy(
              () ->
                  workers.run(
                      40,
                      (task, worker) -> {
                        if (task == failing) {
                          throw new ArithmeticException("task " + task);
                        }
                      }))
          .isInstanceOf(ArithmeticException.class)
          .hasMessage("task " + failing);
      AtomicInteger runs = new AtomicInteger();
      workers.run(40, (task, worker) -> runs.incrementAndGet());
      assertThat(runs).hasValue(40);
    }
  }

  @Test
  void anInterruptIsKeptAndDoesNotEndTheWait() {
    try (Workers workers = new Workers(2)) {
      AtomicInteger runs = new AtomicInteger();
      Thread.currentThread().interrupt();
      workers.run(
          2,
          (task, worker) -> {
            if (worker == 1) {
              sleep(30);
            }
            runs.incrementAndGet();
          });
      assertThat(Thread.interrupted()).isTrue();
      assertThat(runs).hasValue(2);
    }
  }

  @Test
  void closingEndsTheThreads() throws InterruptedException {
    Thread[] companion = new Thread[1];
    try (Workers workers = new Workers(2)) {
      while (companion[0] == null) {
        workers.run(
            2,
            (task, worker) -> {
              if (worker == 1) {
                companion[0] = Thread.currentThread();
              } else {
                sleep(5);
              }
            });
      }
    }
    companion[0].join(10_000);
    assertThat(companion[0].isAlive()).isFalse();
  }

  @Test
  void noThreadsAreNotEnough() {
    assertThatThrownBy(() -> new Workers(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1")
        .hasMessageContaining("0");
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
