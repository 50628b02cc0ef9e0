package io.github.tgp4j.elementary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The golden values of golden/elementary.csv, made by reference/elementary_golden.py. */
public final class Golden {
  private static final List<Golden> ALL = read();

  public final String function;
  public final double x;
  public final double value;
  private final double ulps;

  private Golden(String line) {
    String[] cells = line.split(",", -1);
    function = cells[0];
    x = Double.parseDouble(cells[1]);
    value = Double.parseDouble(cells[2]);
    ulps = Double.parseDouble(cells[3]);
  }

  public static List<Golden> of(String function) {
    List<Golden> values =
        ALL.stream().filter(g -> g.function.equals(function)).collect(Collectors.toList());
    assertThat(values).as("golden values of %s", function).hasSizeGreaterThan(10);
    return values;
  }

  public void check(double actual) {
    String what = function + "(" + x + ")";
    if (!Double.isFinite(value) || (value == 0 && x == 0)) {
      assertThat(actual).as(what).isEqualTo(value); // equal bits: signs of zeros count
    } else {
      double error = Math.abs(actual - value) / Math.ulp(value);
      assertThat(error).as("%s: expected %s but got %s", what, value, actual).isLessThan(ulps);
    }
  }

  private static List<Golden> read() {
    try (InputStream in = Golden.class.getResourceAsStream("/golden/elementary.csv")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("function,"))
          .map(Golden::new)
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
