package io.github.tgp4j.data;

import io.github.tgp4j.text.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The target column: numbers as they are, or classes 0 to K−1. Immutable. */
public final class TargetEncoder {
  /** Most classes. */
  public static final int MOST_CLASSES = 1000;

  /**
   * All that a target encoder knows, as plain values.
   *
   * @param labels of the classes; empty for numbers
   */
  public record Description(String name, boolean classes, List<String> labels) {
    public Description {
      ColumnCoding.checkName(name);
      labels = List.copyOf(labels);
      if (classes ? labels.size() < 2 || labels.size() > MOST_CLASSES : !labels.isEmpty()) {
        throw new IllegalArgumentException(
            "target "
                + name
                + ": expected "
                + (classes ? "2 to " + MOST_CLASSES + " labels" : "no labels, being numbers,")
                + " but got "
                + labels.size());
      }
      if (labels.stream().anyMatch(label -> label.length() > ColumnCoding.LONGEST_TEXT)) {
        throw new IllegalArgumentException(
            "target "
                + name
                + ": a label has more than "
                + ColumnCoding.LONGEST_TEXT
                + " characters; shorten it");
      }
    }
  }

  private final Description description;
  private final LevelIndex index;

  private TargetEncoder(Description description) {
    this.description = description;
    this.index = new LevelIndex(description.labels());
  }

  /** Learns the labels of classes, or checks that all are numbers: add all rows, then finish. */
  public static Learner learner(Column target, boolean classes) {
    return new Learner(target, classes);
  }

  /** The encoder of a description; the inverse of {@link #description()}. */
  public static TargetEncoder of(Description description) {
    return new TargetEncoder(description);
  }

  /** All it knows, for a file. */
  public Description description() {
    return description;
  }

  /** Name of the target's column. */
  public String name() {
    return description.name();
  }

  public boolean isClasses() {
    return description.classes();
  }

  /** Labels of the classes 0 to K−1: in the order of their numbers if all are, else of letters. */
  public List<String> labels() {
    return description.labels();
  }

  /**
   * Per row the number, or the number of its class; NaN where missing.
   *
   * @throws IllegalArgumentException if there is no such column, a value is not a number, or no
   *     class that was there in training; the message names column, row and value
   */
  public double[] encode(Chunk chunk) {
    int column = chunk.require(name());
    return isClasses() ? classes(chunk, column) : finite(chunk, column);
  }

  private double[] classes(Chunk chunk, int column) {
    double[] codes = new double[chunk.rows()];
    String[] labels = labelTexts(chunk, column);
    boolean isText = chunk.columns().get(column).type() == ColumnType.CATEGORY;
    for (int i = 0; i < codes.length; i++) {
      if (labels[i] == null) {
        codes[i] = Double.NaN;
        continue;
      }
      int found = isText ? index.find(labels[i]) : index.find(chunk.numbers(column)[i]);
      if (found < 0) {
        throw new IllegalArgumentException(
            chunk.place(column, i)
                + ": "
                + Values.quoted(labels[i])
                + " is none of the classes of the training rows: "
                + Names.list(labels()));
      }
      codes[i] = found;
    }
    return codes;
  }

  /** Per row the text of its class, null where missing. */
  private static String[] labelTexts(Chunk chunk, int column) {
    String[] labels = new String[chunk.rows()];
    ColumnType type = chunk.columns().get(column).type();
    if (type == ColumnType.CATEGORY) {
      String[] texts = chunk.texts(column);
      for (int i = 0; i < labels.length; i++) {
        labels[i] = Values.isMissing(texts[i]) ? null : texts[i];
      }
      return labels;
    }
    double[] numbers = finite(chunk, column);
    for (int i = 0; i < labels.length; i++) {
      labels[i] = Double.isNaN(numbers[i]) ? null : Values.text(numbers[i]);
    }
    return labels;
  }

  static double[] numbers(Chunk chunk, int column) {
    Column target = chunk.columns().get(column);
    refuseTimes(target);
    if (target.type() == ColumnType.NUMBER) {
      return chunk.numbers(column);
    }
    String[] texts = chunk.texts(column);
    double[] numbers = new double[chunk.rows()];
    for (int i = 0; i < numbers.length; i++) {
      OptionalDouble number =
          Values.isMissing(texts[i]) ? OptionalDouble.of(Double.NaN) : Values.number(texts[i]);
      if (number.isEmpty()) {
        throw new IllegalArgumentException(
            "target: "
                + chunk.place(column, i)
                + ": expected a number but got "
                + Values.quoted(texts[i])
                + "; correct it, or leave it empty and the row is left out; for classes use the"
                + " likelihood bernoulli (two) or categorical (more)");
      }
      numbers[i] = number.getAsDouble();
    }
    return numbers;
  }

  /** The numbers of a chunk, NaN where missing. */
  static double[] finite(Chunk chunk, int column) {
    double[] numbers = numbers(chunk, column);
    for (int i = 0; i < chunk.rows(); i++) {
      if (Double.isInfinite(numbers[i])) {
        throw new IllegalArgumentException(
            "target: "
                + chunk.place(column, i)
                + ": expected a finite number but got "
                + numbers[i]
                + "; correct it, or leave it empty and the row is left out");
      }
    }
    return Arrays.copyOf(numbers, chunk.rows());
  }

  private static void refuseTimes(Column target) {
    if (target.type() == ColumnType.TIME) {
      throw new IllegalArgumentException(
          "target "
              + target.name()
              + ": expected numbers or classes but got dates or times; make it a number first,"
              + " such as the days since a start");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TargetEncoder that && description.equals(that.description);
  }

  @Override
  public int hashCode() {
    return Objects.hash(description);
  }

  @Override
  public String toString() {
    return name() + (isClasses() ? " of " + labels().size() + " classes" : "");
  }

  /** Sees every training row's target once. */
  public static final class Learner {
    private final Column target;
    private final boolean classes;
    private final TreeMap<String, Long> labels = new TreeMap<>(); // how often
    private long present;

    private Learner(Column target, boolean classes) {
      this.target = target;
      this.classes = classes;
      ColumnCoding.checkName(target.name());
      refuseTimes(target);
    }

    /** Takes training rows. */
    public void add(Chunk chunk) {
      int column = chunk.require(target.name());
      if (!classes) {
        double[] numbers = numbers(chunk, column);
        for (int i = 0; i < chunk.rows(); i++) {
          present += Double.isFinite(numbers[i]) ? 1 : 0;
        }
        return;
      }
      for (String label : labelTexts(chunk, column)) {
        if (label != null && labels.size() <= MOST_CLASSES) {
          labels.merge(label, 1L, Long::sum);
        }
      }
    }

    /** Takes in what another learner of the same target learnt from the rows after these. */
    public void merge(Learner other) {
      if (!target.equals(other.target) || classes != other.classes) {
        throw new IllegalArgumentException(
            "merge: expected a learner of " + target + " but got one of " + other.target);
      }
      other.labels.forEach(
          (label, count) -> labels.merge(label, count, Long::sum)); // 2,002 at most
      present += other.present;
    }

    /** Sends or receives what was learnt. */
    void send(Wire wire) {
      wire.texts(labels);
      present = wire.whole(present);
    }

    /**
     * The encoder for the rows added.
     *
     * @throws IllegalArgumentException if all are missing, of one class, or of too many
     */
    public TargetEncoder finish() {
      if (labels.size() > MOST_CLASSES) {
        throw new IllegalArgumentException(
            "target "
                + target.name()
                + ": more than "
                + MOST_CLASSES
                + " classes; for numbers use another likelihood, such as gaussian");
      }
      Set<String> words = new Spellings(labels).counts().keySet();
      if (classes && words.size() < 2) {
        throw new IllegalArgumentException(
            "target "
                + target.name()
                + ": expected two classes or more but got "
                + (words.isEmpty() ? "none" : "only " + Values.quoted(words.iterator().next())));
      }
      if (!classes && present == 0) {
        throw new IllegalArgumentException("target " + target.name() + ": all values are missing");
      }
      return new TargetEncoder(new Description(target.name(), classes, sorted(words)));
    }

    /** Which spellings of labels are the same class, for people. */
    List<String> notes() {
      return new Spellings(labels).notes("target " + target.name());
    }

    private static List<String> sorted(Set<String> labels) {
      List<String> sorted = new ArrayList<>(new TreeSet<>(labels));
      if (sorted.stream().allMatch(label -> Values.number(label).isPresent())) {
        sorted.sort(
            (a, b) ->
                Double.compare(Values.number(a).getAsDouble(), Values.number(b).getAsDouble()));
      }
      return sorted;
    }
  }
}
