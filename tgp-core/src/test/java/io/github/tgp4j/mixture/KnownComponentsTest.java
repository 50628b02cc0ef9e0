package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownComponentsTest {
  @Test
  void rowsThatWereKeptFirstMakeWay() {
    KnownComponents known = new KnownComponents(3);
    int third = 3_000_000; // of 8 million numbers
    double[] array = new double[third];
    assertThat(known.put(0, array, third)).isTrue();
    assertThat(known.put(1, new double[third + 1], third)).isFalse(); // a copy
    assertThat(known.all(0, 2)[0]).isSameAs(array);
    assertThat(known.all(0, 3)).isNull();
    known.put(2, new double[third], third);
    assertThat(known.all(0, 1)).isNull();
    assertThat(known.all(1, 3)).hasNumberOfRows(2);
  }

  @Test
  void aRowThatIsPutTwiceCountsOnce() {
    KnownComponents known = new KnownComponents(2);
    known.put(0, new double[] {1}, 1);
    for (int k = 0; k < 5; k++) {
      known.put(1, new double[3_000_000], 3_000_000);
    }
    assertThat(known.all(0, 2)).isNotNull();
  }

  @Test
  void noRowsKeepNothing() {
    assertThat(KnownComponents.NONE.put(0, new double[1], 1)).isFalse();
    assertThat(KnownComponents.NONE.all(0, 1)).isNull();
  }
}
