package io.github.tgp4j.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them: few digits, no noise. */
final class Numbers {
  private static final MathContext SIGNIFICANT = new MathContext(4, RoundingMode.HALF_EVEN);

  private Numbers() {}

  /** Four significant digits; powers of ten outside 10⁻⁴ to 10⁷; "–" for what is not a number. */
  static String text(double value) {
    return text(value, SIGNIFICANT.getPrecision());
  }

  private static String text(double value, int digits) {
    if (Double.isNaN(value)) {
      return "–";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    double size = Math.abs(value);
    String text;
    if (size < 1e-4 || size >= 1e7) {
      int power = rounded.precision() - rounded.scale() - 1;
      String mantissa = rounded.scaleByPowerOfTen(-power).stripTrailingZeros().toPlainString();
      text = mantissa + "×10" + superscript(power);
    } else if (size >= 1000) {
      text = String.format(Locale.ROOT, "%,.0f", value);
    } else {
      text = rounded.toPlainString();
      if (value == Math.rint(value)) {
        text = new BigDecimal(value).toPlainString();
      }
    }
    return text.replace('-', '−');
  }

  /** A value of the data: four significant digits at most, no zeros behind them. */
  static String value(double value) {
    return withoutZeros(text(value));
  }

  /** Three significant digits at most, whole from 1,000 on: a typical error. */
  static String brief3(double value) {
    return withoutZeros(text(value, 3));
  }

  private static String withoutZeros(String text) {
    return text.matches("−?\\d+\\.\\d+") ? text.replaceAll("\\.?0+$", "") : text;
  }

  /** Two significant digits, for differences and errors. */
  static String brief(double value) {
    return Double.isFinite(value) && Math.abs(value) < 10
        ? text(new BigDecimal(value).round(new MathContext(2)).doubleValue(), 2)
        : text(value);
  }

  /** A whole number with thousands separated. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String percent(double share) {
    double percent = 100 * share;
    return (percent == Math.rint(percent) ? count((long) percent) : round(percent)) + "%";
  }

  private static String round(double percent) {
    return String.format(Locale.ROOT, "%.1f", percent);
  }

  private static String superscript(int power) {
    StringBuilder out = new StringBuilder();
    for (char c : Integer.toString(power).toCharArray()) {
      out.append(c == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
    }
    return out.toString();
  }
}
