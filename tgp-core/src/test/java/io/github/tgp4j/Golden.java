package io.github.tgp4j;

import io.github.tgp4j.linalg.Matrix;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.assertj.core.api.Assertions;

/**
 * Values computed by another implementation, from {@code src/test/resources/golden};
 * reference/README.md has the format and the meaning of the names.
 */
public final class Golden {
  private final Map<String, String> notes = new LinkedHashMap<>();
  private final Map<String, Matrix> values = new LinkedHashMap<>();
  private final String name;

  private Golden(String name) {
    this.name = name;
  }

  /** Reads golden/{@code name}.csv. */
  public static Golden read(String name) {
    Golden golden = new Golden(name);
    try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name + ".csv")) {
      if (in == null) {
        throw new NoSuchElementException("golden file " + name + ".csv: not in the resources");
      }
      new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(golden::line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return golden;
  }

  private void line(String text) {
    if (text.startsWith("# ")) {
      int colon = text.indexOf(": ");
      notes.put(text.substring(2, colon), text.substring(colon + 2));
      return;
    }
    String[] cells = text.split(",", -1);
    int rows = Integer.parseInt(cells[1]);
    int cols = Integer.parseInt(cells[2]);
    if (cells.length != 3 + rows * cols) {
      throw new IllegalStateException(
          name
              + ", "
              + cells[0]
              + ": expected "
              + rows * cols
              + " values, got "
              + (cells.length - 3));
    }
    double[] data = new double[rows * cols];
    for (int i = 0; i < data.length; i++) {
      data[i] = Double.parseDouble(cells[3 + i]);
    }
    values.put(cells[0], Matrix.wrap(data, rows, cols));
  }

  /** The text of "# key: text". */
  public String note(String key) {
    return present(notes, key);
  }

  public Set<String> names() {
    return values.keySet();
  }

  /** A fresh copy of a value. */
  public Matrix matrix(String value) {
    return present(values, value).copy();
  }

  /** The entries of a value, row by row. */
  public double[] vector(String value) {
    return matrix(value).data;
  }

  public double scalar(String value) {
    double[] data = vector(value);
    if (data.length != 1) {
      throw new IllegalStateException(
          name + ", " + value + ": expected a scalar but it has " + data.length + " values");
    }
    return data[0];
  }

  public double tolerance() {
    return Double.parseDouble(note("tolerance"));
  }

  /** Asserts |got − golden| ≤ tolerance·max(1, |golden|) for every entry. */
  public void check(String value, double... got) {
    double[] expected = vector(value);
    Assertions.assertThat(got.length).as("%s, %s: length", name, value).isEqualTo(expected.length);
    for (int i = 0; i < got.length; i++) {
      Assertions.assertThat(Math.abs(got[i] - expected[i]) / Math.max(1.0, Math.abs(expected[i])))
          .as("%s, %s[%d]: golden %s, got %s", name, value, i, expected[i], got[i])
          .isLessThanOrEqualTo(tolerance());
    }
  }

  private <T> T present(Map<String, T> map, String key) {
    T value = map.get(key);
    if (value == null) {
      throw new NoSuchElementException(name + " has no " + key + "; it has " + map.keySet());
    }
    return value;
  }
}
