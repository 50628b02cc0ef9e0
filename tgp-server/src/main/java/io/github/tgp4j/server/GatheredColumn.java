package io.github.tgp4j.server;

import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import java.util.Arrays;

/**
 * A column whose values come one by one. It is of numbers as long as all values are; the first text
 * makes it one of texts, in which numbers stand as they were written.
 */
final class GatheredColumn {
  private final String name;
  private double[] numbers;
  private String[] texts; // null while all are numbers
  private String[] literals; // of the numbers, until it is clear that there is no text
  private int size;

  GatheredColumn(String name, int capacity) {
    this.name = name;
    this.numbers = new double[capacity];
  }

  int size() {
    return size;
  }

  /** Takes missing values up to a row. */
  void fillTo(int rows) {
    while (size < rows) {
      addMissing();
    }
  }

  void addMissing() {
    reserve();
    if (texts == null) {
      numbers[size] = Double.NaN;
    }
    size++;
  }

  /** Takes a number and how it was written; null where that is how Java writes it. */
  void addNumber(double value, String literal) {
    reserve();
    if (texts != null) {
      texts[size] = literal == null ? Double.toString(value) : literal;
    } else {
      numbers[size] = value;
      if (literal != null) {
        literals = literals == null ? new String[numbers.length] : literals;
        literals[size] = literal;
      }
    }
    size++;
  }

  void addText(String value) {
    reserve();
    if (texts == null) {
      texts = new String[numbers.length];
      for (int i = 0; i < size; i++) {
        if (!Double.isNaN(numbers[i])) {
          boolean written = literals != null && literals[i] != null;
          texts[i] = written ? literals[i] : Double.toString(numbers[i]);
        }
      }
      numbers = null;
      literals = null;
    }
    texts[size++] = value;
  }

  private void reserve() {
    int capacity = texts == null ? numbers.length : texts.length;
    if (size < capacity) {
      return;
    }
    int larger = Math.max(8, 2 * capacity);
    if (texts != null) {
      texts = Arrays.copyOf(texts, larger);
      return;
    }
    numbers = Arrays.copyOf(numbers, larger);
    if (literals != null) {
      literals = Arrays.copyOf(literals, larger);
    }
  }

  /** Its name and type; one without any value is of texts, which stand for anything. */
  Column column() {
    return new Column(name, texts == null ? ColumnType.NUMBER : ColumnType.CATEGORY);
  }

  Object values() {
    return texts == null ? numbers : texts;
  }
}
