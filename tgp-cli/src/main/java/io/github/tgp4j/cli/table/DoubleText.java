package io.github.tgp4j.cli.table;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * The shortest decimal text that reads back as the same double, by Raffaello Giulietti's Schubfach
 * algorithm ("The Schubfach way to render doubles", 2020). {@code Double.toString} does the same
 * only from Java 19 on, and makes an object for each number.
 */
public final class DoubleText {
  /** Longest text, such as -1.2345678901234567e-300. */
  public static final int LONGEST = 26;

  private static final int FRACTION_BITS = 52;
  private static final long LEAST_NORMAL = 1L << FRACTION_BITS;
  private static final int LEAST_EXPONENT = -1074;
  private static final long MASK_63 = Long.MAX_VALUE;
  private static final int LEAST_K = -324;
  private static final int GREATEST_K = 292;

  /** g(k) = ⌊10⁻ᵏ·2⁻ʳ⌋ + 1, r = ⌊log₂ 10⁻ᵏ⌋ − 125: upper and lower 63 bits, for each k. */
  private static final long[] G = powers();

  private DoubleText() {}

  private static long[] powers() {
    long[] g = new long[2 * (GREATEST_K - LEAST_K + 1)];
    BigInteger mask = BigInteger.valueOf(MASK_63);
    for (int k = LEAST_K; k <= GREATEST_K; k++) {
      int r = log2OfPower10(-k) - 125;
      BigInteger numerator = k <= 0 ? BigInteger.TEN.pow(-k) : BigInteger.ONE;
      BigInteger denominator = k > 0 ? BigInteger.TEN.pow(k) : BigInteger.ONE;
      if (r > 0) {
        denominator = denominator.shiftLeft(r);
      } else {
        numerator = numerator.shiftLeft(-r);
      }
      BigInteger value = numerator.divide(denominator).add(BigInteger.ONE);
      g[2 * (k - LEAST_K)] = value.shiftRight(63).longValueExact();
      g[2 * (k - LEAST_K) + 1] = value.and(mask).longValueExact();
    }
    return g;
  }

  /** Writes the text of a finite value at {@code at} and returns the place after it. */
  public static int write(double value, byte[] to, int at) {
    long bits = Double.doubleToRawLongBits(value);
    int next = at;
    if (bits < 0) {
      to[next++] = '-';
    }
    long fraction = bits & (LEAST_NORMAL - 1);
    int exponent = (int) (bits >>> FRACTION_BITS) & 0x7ff;
    if (exponent == 0x7ff) {
      throw new IllegalArgumentException("expected a finite number but got " + value);
    }
    if (exponent == 0) {
      if (fraction == 0) {
        to[next++] = '0';
        return next;
      }
      return fraction < 3 // of the least of all, ten times as much keeps two digits
          ? decimal(LEAST_EXPONENT, 10 * fraction, -1, to, next)
          : decimal(LEAST_EXPONENT, fraction, 0, to, next);
    }
    int shift = 1 - LEAST_EXPONENT - exponent;
    long c = LEAST_NORMAL | fraction;
    if (shift > 0 && shift <= FRACTION_BITS && (c >> shift) << shift == c) {
      return digits(c >> shift, 0, to, next); // a whole number
    }
    return decimal(-shift, c, 0, to, next);
  }

  /** The decimal nearest to c·2^q among the shortest that round to it; section 9 of the paper. */
  private static int decimal(int q, long c, int dk, byte[] to, int at) {
    int odd = (int) c & 1;
    boolean regular = c != LEAST_NORMAL || q == LEAST_EXPONENT;
    int k = regular ? log10OfPower2(q) : log10OfThreeQuartersPower2(q);
    int h = q + log2OfPower10(-k) + 2;
    long g1 = G[2 * (k - LEAST_K)];
    long g0 = G[2 * (k - LEAST_K) + 1];
    long cb = c << 2;
    long v = scaled(g1, g0, cb << h);
    long below = scaled(g1, g0, (cb - (regular ? 2 : 1)) << h);
    long above = scaled(g1, g0, (cb + 2) << h);
    long s = v >> 2;
    if (s >= 100) {
      long shorter = 10 * Math.multiplyHigh(s, 115_292_150_460_684_698L << 4);
      boolean lowFits = below + odd <= shorter << 2;
      boolean highFits = ((shorter + 10) << 2) + odd <= above;
      if (lowFits != highFits) {
        return digits(lowFits ? shorter : shorter + 10, k, to, at);
      }
    }
    boolean lowFits = below + odd <= s << 2;
    boolean highFits = ((s + 1) << 2) + odd <= above;
    long side = v - ((2 * s + 1) << 1);
    boolean low = lowFits != highFits ? lowFits : side < 0 || (side == 0 && (s & 1) == 0);
    return digits(low ? s : s + 1, k + dk, to, at);
  }

  /** ⌊g·cp/2¹²⁶⌋, its last bit set where something was cut off. */
  private static long scaled(long g1, long g0, long cp) {
    long x1 = Math.multiplyHigh(g0, cp);
    long y0 = g1 * cp;
    long y1 = Math.multiplyHigh(g1, cp);
    long z = (y0 >>> 1) + x1;
    long w = y1 + (z >>> 63);
    return w | ((z & MASK_63) + MASK_63 >>> 63);
  }

  /** Writes f·10^e: with a point where that is short, otherwise with an exponent. */
  private static int digits(long f, int e, byte[] to, int at) {
    while (f % 10 == 0) {
      f /= 10;
      e++;
    }
    int n = length(f);
    int point = n + e; // digits before the point
    if (e >= 0 && point <= 17) {
      wholeDigits(f, to, at, n);
      return zeros(to, at + n, e);
    }
    if (point > 0 && point <= 17) {
      wholeDigits(f, to, at + 1, n);
      System.arraycopy(to, at + 1, to, at, point);
      to[at + point] = '.';
      return at + n + 1;
    }
    if (point <= 0 && point > -5) {
      to[at] = '0';
      to[at + 1] = '.';
      int start = zeros(to, at + 2, -point);
      wholeDigits(f, to, start, n);
      return start + n;
    }
    wholeDigits(f, to, at + 1, n);
    to[at] = to[at + 1];
    to[at + 1] = '.';
    int next = n == 1 ? at + 1 : at + n + 1;
    to[next++] = 'e';
    return write(point - 1, to, next);
  }

  /** Writes a whole number and returns the place after it. */
  static int write(long value, byte[] to, int at) {
    if (value == Long.MIN_VALUE) {
      byte[] text = Long.toString(value).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(text, 0, to, at, text.length);
      return at + text.length;
    }
    int next = at;
    if (value < 0) {
      to[next++] = '-';
    }
    int n = length(Math.abs(value));
    wholeDigits(Math.abs(value), to, next, n);
    return next + n;
  }

  private static void wholeDigits(long f, byte[] to, int at, int n) {
    for (int i = at + n - 1; i >= at; i--) {
      long tenth = f / 10;
      to[i] = (byte) ('0' + (f - 10 * tenth));
      f = tenth;
    }
  }

  private static int zeros(byte[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = '0';
    }
    return at + count;
  }

  private static int length(long f) {
    int n = 1;
    for (long bound = 10; n < 19 && f >= bound; bound *= 10) {
      n++;
    }
    return n;
  }

  private static int log10OfPower2(int e) {
    return (int) (e * 661_971_961_083L >> 41);
  }

  private static int log10OfThreeQuartersPower2(int e) {
    return (int) (e * 661_971_961_083L - 274_743_187_321L >> 41);
  }

  private static int log2OfPower10(int e) {
    return (int) (e * 913_124_641_741L >> 38);
  }
}
