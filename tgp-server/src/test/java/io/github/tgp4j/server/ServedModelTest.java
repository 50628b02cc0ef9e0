package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ServedModelTest {
  private static ServedModel withThreads(int threads) {
    return new ServedModel("m", new Limits(1, 1, 1, 1, 1, 1, threads, Duration.ofMillis(20)), null);
  }

  private static <T> T elsewhere(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task).start()).join();
  }

  @Test
  void asManyPredictionsAtATimeAsThereAreThreads() {
    ServedModel two = withThreads(2);
    String inner = two.inTurn(100, () -> elsewhere(() -> two.inTurn(100, () -> "second")));
    assertThat(inner).isEqualTo("second");
    ServedModel one = withThreads(1);
    assertThatThrownBy(
            () -> one.inTurn(100, () -> elsewhere(() -> one.inTurn(100, () -> "second"))))
        .isInstanceOf(CompletionException.class)
        .cause()
        .hasMessageContaining("has too much to do")
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status()).isEqualTo(429));
    assertThat(one.inTurn(100, () -> "again")).isEqualTo("again");
  }

  @Test
  void aFewRowsDoNotWait() {
    ServedModel one = withThreads(1);
    assertThat(one.<String>inTurn(100, () -> elsewhere(() -> one.inTurn(1, () -> "at once"))))
        .isEqualTo("at once");
  }
}
