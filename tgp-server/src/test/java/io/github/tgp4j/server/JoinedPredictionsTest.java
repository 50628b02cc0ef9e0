package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class JoinedPredictionsTest {
  private static final Set<String> INPUTS = Set.of("area", "city", "sold");

  private final ModelVersion version = ModelVersion.of(1, Samples.houses(), null, null);
  private final Answers answers = new Answers(version.saved(), Questions.DEFAULT);
  private final Semaphore leaders = new Semaphore(0);
  private final JoinedPredictions joined = new JoinedPredictions(leaders);

  private static Chunk row(String area) {
    String body =
        "{\"rows\": [{\"area\": " + area + ", \"city\": \"Oslo\", \"sold\": \"2025-05-01\"}]}";
    return PredictRequest.read(body.getBytes(java.nio.charset.StandardCharsets.UTF_8), INPUTS, 10)
        .rows();
  }

  private static String text(JoinedPredictions.Told told) {
    JsonBuffer out = new JsonBuffer(100);
    told.write(0, out);
    return new String(out.toBytes(), java.nio.charset.StandardCharsets.UTF_8);
  }

  private String alone(String area) {
    return text(
        new JoinedPredictions.Told(answers.of(version.saved().predictAll(row(area)), 0), 0));
  }

  private CompletableFuture<JoinedPredictions.Told> ask(Answers how, String area) {
    Chunk rows = row(area);
    int before = joined.waiting();
    CompletableFuture<JoinedPredictions.Told> answer =
        CompletableFuture.supplyAsync(
            () -> joined.tell(version, how, rows), task -> new Thread(task).start());
    while (joined.waiting() == before) {
      Thread.onSpinWait();
    }
    return answer;
  }

  @Test
  void thoseWhoWaitArePredictedTogetherAndEachGetsItsOwn() {
    List<CompletableFuture<JoinedPredictions.Told>> asked = new ArrayList<>();
    for (int k = 0; k < 5; k++) {
      asked.add(ask(answers, Integer.toString(50 + 10 * k)));
    }
    leaders.release();
    for (int k = 0; k < 5; k++) {
      JoinedPredictions.Told told = asked.get(k).join();
      assertThat(text(told)).isEqualTo(alone(Integer.toString(50 + 10 * k)));
      assertThat(told.rows()).isSameAs(asked.get(0).join().rows());
    }
    assertThat(leaders.tryAcquire()).isTrue();
  }

  @Test
  void otherQuestionsAndOtherColumnsAreApart() {
    Answers others = new Answers(version.saved(), new Questions(new double[] {0.3}, 0, 1, 0));
    var first = ask(answers, "50");
    var second = ask(others, "60");
    var third = ask(answers, "\"large\""); // a text where a number should be
    var fourth = ask(answers, "70");
    leaders.release();
    assertThat(text(first.join())).isEqualTo(alone("50"));
    assertThat(text(second.join())).contains("\"0.3\":");
    assertThatThrownBy(third::join)
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("column area, row 1: expected a number");
    assertThat(text(fourth.join())).isEqualTo(alone("70"));
    assertThat(joined.waiting()).isZero();
  }

  @Test
  void nobodyWaitsWhereAThreadIsFree() {
    leaders.release();
    assertThat(text(joined.tell(version, answers, row("80")))).isEqualTo(alone("80"));
  }
}
