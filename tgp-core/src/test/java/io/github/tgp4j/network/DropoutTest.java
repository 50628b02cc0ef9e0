package io.github.tgp4j.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DropoutTest {
  private static final Noise NOISE = Noise.of(7, 3, 1);

  private static double[] mask(Dropout dropout, Noise noise, int layer, int rows, int units) {
    double[] ones = new double[rows * units];
    Arrays.fill(ones, 1.0);
    dropout.apply(noise, layer, 0, rows, units, ones, 0, ones, 0);
    return ones;
  }

  @Test
  void keepsTheRightShareScaledToMeanOne() {
    int rows = 3000;
    int units = 70;
    for (double p : new double[] {0.5, 0.25, 0.75, 0.1, 0.9, 1.0 / 3}) {
      Dropout dropout = new Dropout(p);
      double[] mask = mask(dropout, NOISE, 0, rows, units);
      assertThat(dropout.scale()).isCloseTo(1 / (1 - p), within(1e-3));
      assertThat(Arrays.stream(mask).distinct().sorted()).containsExactly(0.0, dropout.scale());
      double share = Arrays.stream(mask).filter(v -> v > 0).count() / (double) mask.length;
      double se = Math.sqrt(p * (1 - p) / mask.length);
      assertThat(share).as("dropout %s", p).isCloseTo(1 - p, within(4 * se + 1e-5));
      for (int j = 0; j < units; j++) { // every unit alike
        double kept = 0.0;
        for (int i = 0; i < rows; i++) {
          kept += mask[i * units + j] > 0 ? 1.0 / rows : 0.0;
        }
        assertThat(kept).isCloseTo(1 - p, within(5 * Math.sqrt(p * (1 - p) / rows)));
      }
    }
  }

  @Test
  void unitsRowsAndLayersAreIndependent() {
    int rows = 20_000;
    int units = 5;
    Dropout dropout = new Dropout(0.5);
    double[] one = mask(dropout, NOISE, 0, rows, units);
    double[] two = mask(dropout, NOISE, 1, rows, units);
    double bound = 5 / Math.sqrt(rows);
    for (int j = 0; j < units; j++) {
      for (int k = 0; k < units; k++) {
        double layers = 0.0;
        double next = 0.0;
        double same = 0.0;
        for (int i = 0; i + 1 < rows; i++) {
          double a = one[i * units + j] - 1;
          layers += a * (two[i * units + k] - 1) / rows;
          next += a * (one[(i + 1) * units + k] - 1) / rows;
          same += a * (one[i * units + k] - 1) / rows;
        }
        assertThat(layers).isCloseTo(0.0, within(bound));
        assertThat(next).isCloseTo(0.0, within(bound));
        assertThat(same).isCloseTo(j == k ? 1.0 : 0.0, within(bound));
      }
    }
  }

  @Test
  void theMaskOfARowDoesNotDependOnItsBlock() {
    Dropout dropout = new Dropout(0.3);
    double[] all = mask(dropout, NOISE, 1, 50, 67);
    double[] tail = mask(dropout, NOISE.fromRow(20), 1, 30, 67);
    assertThat(tail).isEqualTo(Arrays.copyOfRange(all, 20 * 67, 50 * 67));
  }

  @Test
  void aMultipliedRowKeepsToItsPlace() {
    double[] from = {9, 1, 2, 3, 4, 5, 9};
    double[] to = {9, 9, 9, 9, 9, 9, 9, 9};
    new Dropout(1e-9).apply(NOISE, 0, 0, 1, 5, from, 1, to, 2);
    assertThat(to).containsExactly(9, 9, 1, 2, 3, 4, 5, 9);
    assertThat(new Dropout(0.9999999).scale()).isEqualTo(65536.0);
  }
}
