package io.github.tgp4j.benchmarks.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * A generated table as text, sound or damaged.
 *
 * @param ending of the file's name
 */
record FuzzTable(String ending, byte[] bytes) {
  private static final String[] VALUES = {
    "",
    "NA",
    "1",
    "-2.5",
    "1e308",
    "1e999",
    "inf",
    "NaN",
    "2026-05-17",
    "08:30",
    "true",
    "red",
    "\"a,b\"",
    "\"\"",
    "'",
    "0x1F",
    "1,234.50",
    "12 €",
    "45%",
    "=cmd|' /C calc'!A0",
    "\u001b[31m",
    "größe",
    "   ",
    "null",
    "-",
    "1.2.3",
    "99999999999999999999",
    "\uD83D\uDE00"
  };
  private static final String[] JSON_VALUES = {
    "1",
    "-2.5",
    "1e308",
    "1e999",
    "null",
    "true",
    "\"red\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "[1,2]",
    "{\"b\":1}",
    "\"2026-05-17\"",
    "[]",
    "{}",
    "0.1",
    "12345678901234567890"
  };
  private static final String[] NAMES = {
    "a", "b", "y", "", "A", "größe", "\"x,y\"", "select", "a b", "1", "\u001b[2J", "y"
  };

  static FuzzTable of(SplittableRandom random) {
    boolean json = random.nextInt(3) == 0;
    String text = json ? json(random) : delimited(random);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(4) == 0) {
      damage(bytes, random);
    }
    String ending = json ? ".jsonl" : random.nextInt(5) == 0 ? ".tsv" : ".csv";
    if (random.nextInt(8) == 0) {
      bytes = packed(bytes);
      ending += ".gz";
      if (random.nextBoolean()) {
        bytes = Arrays.copyOf(bytes, random.nextInt(1, bytes.length));
      }
    } else if (random.nextInt(12) == 0) {
      bytes = Arrays.copyOf(bytes, random.nextInt(1, bytes.length + 1));
    }
    if (random.nextInt(30) == 0) {
      ending = ".parquet";
      bytes = ("PAR1" + text + "PAR1").getBytes(StandardCharsets.UTF_8);
    }
    return new FuzzTable(ending, bytes);
  }

  private static String one(SplittableRandom random, String... of) {
    return of[random.nextInt(of.length)];
  }

  private static String delimited(SplittableRandom random) {
    String mark = one(random, ",", ",", ",", ";", "\t", "|");
    int columns = random.nextInt(1, 6);
    boolean ragged = random.nextInt(6) == 0;
    StringBuilder text = new StringBuilder(random.nextInt(10) == 0 ? "\uFEFF" : "");
    for (int j = 0; j < columns; j++) {
      boolean odd = random.nextInt(4) == 0;
      text.append(j == 0 ? "" : mark).append(odd ? one(random, NAMES) : "c" + j);
    }
    text.append('\n');
    int odd = random.nextInt(1, 30);
    for (int i = random.nextInt(0, 40); i > 0; i--) {
      int width = ragged && random.nextInt(5) == 0 ? random.nextInt(0, 8) : columns;
      for (int j = 0; j < width; j++) {
        text.append(j == 0 ? "" : mark);
        text.append(random.nextInt(odd) == 0 ? one(random, VALUES) : number(random));
      }
      text.append(random.nextInt(20) == 0 ? "\r\n" : "\n");
    }
    return text.toString();
  }

  private static String number(SplittableRandom random) {
    return Double.toString(Math.rint(1000 * random.nextGaussian()) / 100);
  }

  private static String json(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int odd = random.nextInt(1, 20);
    for (int i = random.nextInt(1, 30); i > 0; i--) {
      text.append("{\"a\":").append(number(random)).append(",\"y\":");
      if (random.nextInt(200) == 0) {
        int depth = random.nextInt(1, 20_000);
        text.append("[".repeat(depth)).append("]".repeat(depth));
      } else {
        text.append(random.nextInt(odd) == 0 ? one(random, JSON_VALUES) : number(random));
      }
      text.append("}\n");
    }
    return text.toString();
  }

  private static void damage(byte[] bytes, SplittableRandom random) {
    for (int k = random.nextInt(1, 6); k > 0; k--) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          (byte)
              (random.nextBoolean()
                  ? "\",\n\r[]{}\\;\t".charAt(random.nextInt(11))
                  : random.nextInt(256));
    }
  }

  private static byte[] packed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
