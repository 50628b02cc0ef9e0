package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgedTablesTest {
  private final JudgedTables tables = new JudgedTables();
  private final List<String> predicted = new ArrayList<>();

  private JudgedRows judged(String table) {
    JudgedTables.Key key = new JudgedTables.Key(null, table, 0);
    return tables.get(
        key,
        () -> {
          predicted.add(table);
          return new JudgedRows(table, List.of(), List.of(), List.of(), false, List.of(), null);
        });
  }

  @Test
  void rowsArePredictedOnceAndTheOldestAreForgotten() {
    JudgedRows first = judged("a");
    assertThat(judged("a")).isSameAs(first);
    assertThat(predicted).containsExactly("a");
    for (String table : List.of("b", "c", "d", "a", "e")) { // b is the one used longest ago
      judged(table);
    }
    assertThat(predicted).containsExactly("a", "b", "c", "d", "e");
    assertThat(judged("a")).isSameAs(first);
    judged("b");
    assertThat(predicted).containsExactly("a", "b", "c", "d", "e", "b");
  }
}
