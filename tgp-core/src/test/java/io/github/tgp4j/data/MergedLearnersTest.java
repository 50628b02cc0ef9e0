package io.github.tgp4j.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learnt from any cut of the rows, merged in order, is what is learnt from all of them. */
class MergedLearnersTest {
  private static final int ROWS = 500;

  private static Table table(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[ROWS];
    double[] id = new double[ROWS];
    String[] city = new String[ROWS];
    double[] seconds = new double[ROWS];
    double[] price = new double[ROWS];
    double[] grade = new double[ROWS];
    String[] kind = new String[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = random.nextInt(20) == 0 ? Double.NaN : 100 + 10 * random.nextGaussian();
      id[i] = i + 1;
      city[i] = random.nextInt(15) == 0 ? null : "c" + (int) Math.sqrt(random.nextInt(1600));
      seconds[i] = random.nextInt(30) == 0 ? Double.NaN : 1.6e9 + 1e8 * random.nextDouble();
      price[i] = random.nextInt(25) == 0 ? Double.NaN : Math.exp(random.nextGaussian());
      grade[i] = random.nextInt(4);
      kind[i] = random.nextInt(50) == 0 ? "" : "k" + random.nextInt(5);
    }
    List<Column> columns =
        List.of(
            new Column("x", ColumnType.NUMBER),
            new Column("id", ColumnType.NUMBER),
            new Column("city", ColumnType.CATEGORY),
            new Column("when", ColumnType.TIME),
            new Column("price", ColumnType.NUMBER),
            new Column("grade", ColumnType.NUMBER),
            new Column("kind", ColumnType.CATEGORY));
    return new Table(new Chunk(columns, ROWS, List.of(x, id, city, seconds, price, grade, kind)));
  }

  /** Gives each part of a random cut, empty ones among them, to the consumer in order. */
  private static void cut(Table table, long seed, Consumer<Chunk> part) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeSet<Integer> ends = new TreeSet<>(List.of(0, table.rows()));
    for (int i = random.nextInt(8); i >= 0; i--) {
      ends.add(random.nextInt(table.rows()));
    }
    int from = 0;
    for (int to : ends) {
      part.accept(table.slice(from, to));
      from = to;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void encoders(long seed) {
    Table table = table(seed);
    List<Column> inputs = table.columns().subList(0, 4);
    Encoder.Learner whole = Encoder.learner(inputs);
    whole.add(table.all());
    Encoder.Learner merged = Encoder.learner(inputs);
    RowCounters wholeCounters = new RowCounters(inputs);
    wholeCounters.add(table.all());
    RowCounters counters = new RowCounters(inputs);
    cut(
        table,
        seed,
        part -> {
          Encoder.Learner learner = Encoder.learner(inputs);
          learner.add(part);
          merged.merge(learner.toBytes()); // as it comes from another machine
          RowCounters own = new RowCounters(inputs);
          own.add(part);
          counters.merge(own);
        });
    Encoder a = whole.finish();
    Encoder b = merged.finish();
    assertThat(b.features()).isEqualTo(a.features());
    assertThat(b.notes()).isEqualTo(a.notes());
    assertThat(b.description().columns().get(2)).isEqualTo(a.description().columns().get(2));
    assertThat(b.encode(table.all()).data).isEqualTo(a.encode(table.all()).data); // to the bit
    assertThat(counters.names()).isEqualTo(wholeCounters.names()).containsExactly("id");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void targets(long seed) {
    Table table = table(seed);
    for (String name : List.of("price", "grade", "kind", "x")) {
      for (TargetKind kind : TargetKind.values()) {
        if (name.equals("kind") && kind == TargetKind.NUMBERS) {
          continue;
        }
        Column column = table.columns().get(table.all().require(name));
        TargetLearner whole = new TargetLearner(column, kind);
        whole.add(table.all());
        TargetLearner merged = new TargetLearner(column, kind);
        cut(
            table,
            seed + 100,
            part -> {
              TargetLearner learner = new TargetLearner(column, kind);
              learner.add(part);
              merged.merge(learner.toBytes()); // as it comes from another machine
            });
        Target a = whole.finish();
        Target b = merged.finish();
        assertThat(b.encoder()).isEqualTo(a.encoder());
        assertThat(b.notes()).isEqualTo(a.notes());
        assertThat(b.nature()).isEqualTo(a.nature());
        assertThat(b.describe()).isEqualTo(a.describe());
        assertThat(b.facts().count()).isEqualTo(a.facts().count());
        assertThat(b.facts().detectionLimit()).isEqualTo(a.facts().detectionLimit());
        assertThat(b.facts().step()).isEqualTo(a.facts().step());
        assertThat(b.facts().distinct()).isEqualTo(a.facts().distinct());
      }
    }
  }

  @Test
  void countsThatNoLongerFitStayCloseToTheTruth() {
    LevelCounts merged = new LevelCounts(1000);
    for (int part = 0; part < 10; part++) {
      LevelCounts counts = new LevelCounts(1000);
      for (int i = 0; i < 5000; i++) {
        counts.add("id" + part + "-" + i);
        if (i % 50 == 0) {
          counts.add("often");
        }
      }
      merged.merge(counts);
    }
    Map<String, Long> counts = merged.counts();
    assertThat(counts).hasSizeLessThanOrEqualTo(1000);
    assertThat(counts.get("often")).isBetween(1000L - 2 * 51_000 / 1000, 1000L);
    assertThat(merged.rows()).isEqualTo(51_000);
    assertThat(merged.distinct()).isGreaterThan(50_000);
  }

  @Test
  void learnersOfOtherColumnsAreRefused() {
    Column x = new Column("x", ColumnType.NUMBER);
    Column z = new Column("z", ColumnType.NUMBER);
    assertThatThrownBy(() -> Encoder.learner(List.of(x)).merge(Encoder.learner(List.of(z))))
        .hasMessageContaining("columns")
        .hasMessageContaining("z");
    TargetLearner numbers = new TargetLearner(x, TargetKind.NUMBERS);
    assertThatThrownBy(() -> numbers.merge(new TargetLearner(x, TargetKind.CLASSES)))
        .hasMessageContaining("CLASSES");
  }
}
