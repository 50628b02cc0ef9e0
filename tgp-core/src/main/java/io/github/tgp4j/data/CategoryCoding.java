package io.github.tgp4j.data;

import io.github.tgp4j.data.Feature.Kind;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One column of 0 and 1 per level. Levels are the kept texts, then one for all rare texts, then one
 * for missing values, the last two only where training rows had such.
 *
 * <p>A text that training rows did not have counts as rare; without a rare level it is "none of
 * them", all zeros. A missing value without a level of its own is treated the same. With two levels
 * one column is enough, 1 for the second; it has no "none of them", so there a new text becomes the
 * share of the second level in training, as a missing number becomes the mean.
 */
public final class CategoryCoding implements ColumnCoding {
  /** Most levels that are kept, the rare and the missing not counted. */
  public static final int MOST_LEVELS = 30;

  private final String name;
  private final List<String> levels;
  private final boolean rare;
  private final boolean missing;
  private final double share;
  private final LevelIndex index;

  /**
   * With what was learnt.
   *
   * @param levels kept texts, in the order of their columns
   * @param rare whether there is a level for all other texts
   * @param missing whether there is a level for missing values
   * @param share of the training rows that have the last of all levels, from 0 to 1
   */
  public CategoryCoding(
      String name, List<String> levels, boolean rare, boolean missing, double share) {
    this.name = ColumnCoding.checkName(name);
    this.levels = List.copyOf(levels);
    this.rare = rare;
    this.missing = missing;
    this.share = share;
    if (levels.size() > MOST_LEVELS || slots() < 2) {
      throw new IllegalArgumentException(
          "column "
              + name
              + ": expected 2 levels or more, at most "
              + MOST_LEVELS
              + " of them texts, but got "
              + slots()
              + " with "
              + levels.size()
              + " texts");
    }
    for (String level : levels) {
      if (level.length() > LONGEST_TEXT) {
        throw new IllegalArgumentException(
            "column " + name + ": a level of " + level.length() + " characters is too long");
      }
    }
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "column " + name + ", share: expected 0 to 1 but got " + share);
    }
    this.index = new LevelIndex(this.levels);
  }

  @Override
  public String name() {
    return name;
  }

  /** Kept texts, in the order of their columns. */
  public List<String> levels() {
    return levels;
  }

  /** Whether there is a level for all other texts. */
  public boolean hasRare() {
    return rare;
  }

  /** Whether there is a level for missing values. */
  public boolean hasMissing() {
    return missing;
  }

  /** Share of the training rows that have the last level. */
  public double share() {
    return share;
  }

  private int slots() {
    return levels.size() + (rare ? 1 : 0) + (missing ? 1 : 0);
  }

  @Override
  public List<Feature> features() {
    List<Feature> all = new ArrayList<>();
    for (String level : levels) {
      all.add(new Feature(name + "=" + level, name, Kind.LEVEL));
    }
    if (rare) {
      all.add(new Feature(name + "=(rare)", name, Kind.LEVEL));
    }
    if (missing) {
      all.add(new Feature(name + "=(missing)", name, Kind.MISSING));
    }
    return all.size() == 2 ? List.of(all.get(1)) : List.copyOf(all);
  }

  @Override
  public void encode(Chunk chunk, int column, Matrix to, int at) {
    int[] slots = slots(chunk, column);
    int width = slots() == 2 ? 1 : slots();
    for (int i = 0; i < slots.length; i++) {
      int entry = to.at(i, at);
      if (width == 1) {
        to.data[entry] = slots[i] < 0 ? share : slots[i];
      } else {
        Arrays.fill(to.data, entry, entry + width, 0);
        if (slots[i] >= 0) {
          to.data[entry + slots[i]] = 1;
        }
      }
    }
  }

  /** Per row the place of its level, or -1 for none of them. */
  private int[] slots(Chunk chunk, int column) {
    ColumnType type = chunk.columns().get(column).type();
    int unknown = rare ? levels.size() : -1;
    int absent = missing ? slots() - 1 : unknown;
    int[] slots = new int[chunk.rows()];
    if (type == ColumnType.CATEGORY) {
      String[] texts = chunk.texts(column);
      for (int i = 0; i < slots.length; i++) {
        int found = Values.isMissing(texts[i]) ? absent : index.find(texts[i]);
        slots[i] = found < 0 ? unknown : found;
      }
      return slots;
    }
    if (type == ColumnType.TIME || !index.hasNumbers()) {
      String such = levels.isEmpty() ? "a text" : "a text such as " + Values.quoted(levels.get(0));
      Values.refuseValues(chunk, column, such, type == ColumnType.TIME ? "the time" : "the number");
    }
    double[] numbers = chunk.numbers(column);
    for (int i = 0; i < slots.length; i++) {
      int found = Double.isNaN(numbers[i]) ? absent : index.find(numbers[i]);
      slots[i] = found < 0 ? unknown : found;
    }
    return slots;
  }

  /** Whether a row's value is there, but none of the levels kept. */
  boolean isUnknown(Chunk chunk, int column, int row) {
    if (chunk.columns().get(column).type() == ColumnType.CATEGORY) {
      String text = chunk.texts(column)[row];
      return !Values.isMissing(text) && index.find(text) < 0;
    }
    double number = chunk.numbers(column)[row];
    return !Double.isNaN(number) && index.find(number) < 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CategoryCoding that
        && name.equals(that.name)
        && levels.equals(that.levels)
        && rare == that.rare
        && missing == that.missing
        && share == that.share;
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, levels, rare, missing, share);
  }

  @Override
  public String toString() {
    return name + " as " + features().size() + " columns of levels";
  }
}
