package io.github.tgp4j.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubleTextTest {
  private static String text(double value) {
    byte[] to = new byte[DoubleText.LONGEST];
    return new String(to, 0, DoubleText.write(value, to, 0), StandardCharsets.US_ASCII);
  }

  private static String text(long value) {
    byte[] to = new byte[DoubleText.LONGEST];
    return new String(to, 0, DoubleText.write(value, to, 0), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0,0",
    "-0.0,-0",
    "1.0,1",
    "-2.5,-2.5",
    "0.1,0.1",
    "100.0,100",
    "0.00012,0.00012",
    "1.2e-7,1.2e-7",
    "1e23,1e23",
    "2e23,2e23",
    "12345678.9,12345678.9",
    "1e16,10000000000000000",
    "4.9e-324,4.9e-324",
    "1e-323,9.9e-324",
    "1.7976931348623157e308,1.7976931348623157e308",
    "2.2250738585072014e-308,2.2250738585072014e-308",
    "9007199254740993,9007199254740992",
    "0.3333333333333333,0.3333333333333333",
    "2.0000000000000004,2.0000000000000004"
  })
  void knownTexts(double value, String expected) {
    assertThat(text(value)).isEqualTo(expected);
  }

  @Test
  void randomDoublesReadBackAndAreShortest() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100_000; i++) {
      double value =
          i % 2 == 0
              ? Double.longBitsToDouble(random.nextLong())
              : random.nextInt(1_000_000) / Math.pow(10, random.nextInt(8));
      if (Double.isFinite(value)) {
        String text = text(value);
        assertThat(Double.doubleToRawLongBits(Double.parseDouble(text)))
            .isEqualTo(Double.doubleToRawLongBits(value));
        if (i < 20_000 && value != 0) {
          assertShortest(value, text);
        }
      }
    }
  }

  /** No decimal with one digit less, rounded either way, reads back as the value. */
  private static void assertShortest(double value, String text) {
    int digits = new BigDecimal(text).stripTrailingZeros().precision();
    if (digits < 3) {
      return; // at the smallest doubles two digits are kept, as Java does
    }
    for (RoundingMode mode : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
      BigDecimal shorter = new BigDecimal(value).round(new MathContext(digits - 1, mode));
      assertThat(shorter.doubleValue()).isNotEqualTo(value);
    }
  }

  @Test
  void wholeNumbers() {
    assertThat(text(0L)).isEqualTo("0");
    assertThat(text(-1020L)).isEqualTo("-1020");
    assertThat(text(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    assertThat(text(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
  }

  @Test
  void onlyFiniteValues() {
    assertThatThrownBy(() -> text(Double.NaN)).hasMessageContaining("finite");
  }
}
