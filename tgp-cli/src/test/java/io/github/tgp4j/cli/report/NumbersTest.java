package io.github.tgp4j.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0",
        "12|12",
        "0.123456|0.1235",
        "-3.14159|−3.142",
        "1234.5678|1,235",
        "0.95|0.9500",
        "1.5e-7|1.5×10⁻⁷",
        "-2e12|−2×10¹²",
        "NaN|–",
        "Infinity|∞",
        "-Infinity|−∞"
      })
  void fourDigits(double value, String text) {
    assertThat(Numbers.text(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.03923,0.039", "0.015592,0.016", "1.26,1.3", "123.456,123.5"})
  void twoDigitsForErrors(double value, String text) {
    assertThat(Numbers.brief(value)).isEqualTo(text);
  }

  /** As a table has it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0.457|0.457", "-0.5|−0.5", "120|120", "1200.2|1,200", "0.02|0.02", "2e-7|2×10⁻⁷"})
  void valuesHaveNoZerosBehind(double value, String text) {
    assertThat(Numbers.value(value)).isEqualTo(text);
  }

  @Test
  void sharesAndTimes() {
    assertThat(Numbers.percent(0.95)).isEqualTo("95%");
    assertThat(Numbers.percent(0.9333)).isEqualTo("93.3%");
    assertThat(Numbers.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Times.text(1_699_228_800)).isEqualTo("2023-11-06");
    assertThat(Times.text(1_699_228_800 + 3660)).isEqualTo("2023-11-06 01:01");
  }
}
