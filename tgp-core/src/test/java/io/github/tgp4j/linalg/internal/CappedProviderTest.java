package io.github.tgp4j.linalg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CappedProviderTest {
  @Test
  void noMoreThreadsThanTheCapAreInside() throws InterruptedException {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch twoCameIn = new CountDownLatch(2);
    BlasProvider capped =
        new CappedProvider(
            provider(
                () -> {
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  twoCameIn.countDown();
                  try {
                    twoCameIn.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  inside.decrementAndGet();
                }),
            2);
    Matrix a = Matrix.identity(2);
    Thread[] threads = new Thread[8];
    for (int t = 0; t < threads.length; t++) {
      threads[t] = new Thread(() -> capped.gemm(false, false, 1.0, a, a, 0.0, a));
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(most.get()).isEqualTo(2);
  }

  @Test
  void everyRoutineGivesItsPlaceBack() {
    BlasProvider failing =
        provider(
            () -> {
              throw new ArithmeticException("as told");
            });
    BlasProvider capped = new CappedProvider(failing, 1);
    Matrix a = Matrix.identity(2);
    double[] x = {1, 2};
    for (int i = 0; i < 2; i++) {
      for (Runnable call :
          new Runnable[] {
            () -> capped.gemm(false, false, 1.0, a, a, 0.0, a),
            () -> capped.gemv(false, 1.0, a, x, 0, 0.0, x, 0),
            () -> capped.syrk(false, 1.0, a, 0.0, a),
            () -> capped.trmm(false, false, 1.0, a, a),
            () -> capped.trsm(false, false, 1.0, a, a),
            () -> capped.potrf(a),
            () -> capped.trtri(a)
          }) {
        assertThatThrownBy(call::run).hasMessage("as told");
      }
    }
  }

  private static BlasProvider provider(Runnable routine) {
    return (BlasProvider)
        Proxy.newProxyInstance(
            CappedProviderTest.class.getClassLoader(),
            new Class<?>[] {BlasProvider.class},
            (proxy, method, arguments) -> {
              routine.run();
              return null;
            });
  }
}
