package io.github.tgp4j.elementary.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorElementaryTest extends ElementaryProviderContract {
  private final ElementaryProvider vector = new VectorElementary();
  private final ElementaryProvider scalar = new ScalarElementary();

  @Override
  ElementaryProvider provider() {
    return vector;
  }

  @ParameterizedTest
  @EnumSource
  void givesTheBitsOfTheScalarProvider(Function f) {
    for (int size : new int[] {0, 1, 7, 8, 13, 207, 4098}) {
      double[] x = inputs(size);
      assertThat(bits(f.of(vector, x))).isEqualTo(bits(f.of(scalar, x)));
    }
  }

  /** The vector API's own functions fail here: compiled, they round differently. */
  @ParameterizedTest
  @EnumSource(names = {"EXP", "SINH", "LOG1P", "TANH"})
  void givesTheSameBitsOnceCompiled(Function f) {
    double[] x = inputs(512);
    long[] cold = bits(f.of(vector, x));
    for (int i = 0; i < 600; i++) {
      f.of(vector, x);
    }
    assertThat(bits(f.of(vector, x))).isEqualTo(cold);
  }
}
