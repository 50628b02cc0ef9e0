package io.github.tgp4j.elementary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.elementary.internal.ElementaryProvider;
import io.github.tgp4j.elementary.internal.ScalarElementary;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class ElementaryTest {
  /** Catches a facade method that asks the provider for another function. */
  @Test
  void everyMethodReachesItsOwnFunction() throws ReflectiveOperationException {
    double[] x = {0.3};
    int functions = 0;
    for (Method method : ElementaryProvider.class.getMethods()) {
      if (method.getParameterCount() != 5) { // not a function of one value
        continue;
      }
      double[] expected = new double[1];
      double[] actual = new double[1];
      method.invoke(new ScalarElementary(), x, 0, expected, 0, 1);
      Elementary.class
          .getMethod(method.getName(), method.getParameterTypes())
          .invoke(null, x, 0, actual, 0, 1);
      assertThat(actual).as(method.getName()).isEqualTo(expected);
      functions++;
    }
    assertThat(functions).isEqualTo(13);
  }

  @Test
  void slicesMustLieInTheirArrays() {
    double[] five = new double[5];
    assertThatThrownBy(() -> Elementary.exp(five, 3, five, 0, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("x: ");
    assertThatThrownBy(() -> Elementary.log(five, 0, five, -1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("y: ");
    assertThatThrownBy(() -> Elementary.tanh(five, 0, five, 0, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
