package io.github.tgp4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void findsTheNameWithFewestEdits() {
    assertThat(Names.nearest("lenght", List.of("height", "length", "width"))).contains("length");
    assertThat(Names.nearest("LENGTH", List.of("lengths", "length"))).contains("length");
    assertThat(Names.nearest("zebra", List.of("height", "length"))).isEmpty();
  }

  @Test
  void longListsAreCut() {
    List<String> many = IntStream.range(0, 50).mapToObj(i -> "x" + i).toList();
    assertThat(Names.unknown("column", "y", many))
        .contains("x39 and 10 more")
        .doesNotContain("x40");
  }
}
