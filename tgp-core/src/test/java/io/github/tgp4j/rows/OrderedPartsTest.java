package io.github.tgp4j.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Later rows are predicted from earlier ones, and groups are never torn apart. */
class OrderedPartsTest {
  /** Rows whose one input is their key. */
  private static RowStore rows(RowOrder order, double... keys) {
    Matrix x = Matrix.zeros(keys.length, 1);
    System.arraycopy(keys, 0, x.data, 0, keys.length);
    return RowStore.of(x, new double[][] {keys.clone()}).withKeys(order, keys);
  }

  private static double[] train(Holdout part) {
    return part.train().allInputs().data;
  }

  private static double[] held(Holdout part) {
    return part.heldX().data;
  }

  private static double[] mixed(int count, int values) {
    double[] keys = new double[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (i * 37) % values;
    }
    return keys;
  }

  @Test
  void theLatestAreHeldOut() {
    Holdout part = Holdout.of(rows(RowOrder.TIME, mixed(100, 100)), 0.2, 1);
    assertThat(held(part)).hasSize(20);
    assertThat(Arrays.stream(train(part)).max().getAsDouble())
        .isLessThan(Arrays.stream(held(part)).min().getAsDouble());
  }

  @Test
  void equalTimesStayTogether() {
    Holdout part = Holdout.of(rows(RowOrder.TIME, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3), 0.2, 1);
    assertThat(held(part)).containsExactly(3, 3, 3);
    Holdout one = Holdout.of(rows(RowOrder.TIME, 5, 5, 5, 5, 5), 0.2, 1); // no border at all
    assertThat(held(one)).hasSize(1);
  }

  @Test
  void eachBlockIsPredictedFromWhatLiesBefore() {
    List<Holdout> parts = Holdout.folds(rows(RowOrder.TIME, mixed(60, 60)), 3, 1);
    assertThat(parts).hasSize(3);
    for (int p = 0; p < 3; p++) {
      assertThat(held(parts.get(p))).hasSize(10);
      assertThat(train(parts.get(p))).hasSize(30 + 10 * p);
      assertThat(Arrays.stream(train(parts.get(p))).max().getAsDouble())
          .isLessThan(Arrays.stream(held(parts.get(p))).min().getAsDouble());
    }
  }

  @Test
  void groupsStayTogether() {
    RowStore rows = rows(RowOrder.GROUPS, mixed(100, 7));
    List<Holdout> parts = new java.util.ArrayList<>(Holdout.folds(rows, 3, 1));
    parts.add(Holdout.of(rows, 0.2, 1));
    for (Holdout part : parts) {
      Set<Double> both = new HashSet<>(Arrays.stream(train(part)).boxed().toList());
      both.retainAll(Arrays.stream(held(part)).boxed().toList());
      assertThat(both).isEmpty();
      assertThat(train(part).length + held(part).length).isEqualTo(100);
      assertThat(held(part).length).isBetween(14, 45);
    }
    assertThat(parts.subList(0, 3).stream().mapToInt(p -> held(p).length).sum()).isEqualTo(100);
    assertThatThrownBy(() -> Holdout.of(rows(RowOrder.GROUPS, 1, 1, 1), 0.5, 1))
        .hasMessageContaining("two or more");
  }

  @Test
  void keysFollowTheirRows() {
    RowStore train = Holdout.of(rows(RowOrder.TIME, mixed(50, 50)), 0.2, 1).train();
    assertThat(train.order()).isEqualTo(RowOrder.TIME);
    for (int i = 0; i < train.rows(); i++) {
      assertThat(train.key(i)).isEqualTo(train.allInputs().get(i, 0));
    }
    assertThatThrownBy(() -> train.withKeys(RowOrder.TIME, new double[3]))
        .hasMessageContaining("one per row");
  }
}
