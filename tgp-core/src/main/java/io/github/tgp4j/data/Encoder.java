package io.github.tgp4j.data;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.text.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Turns the input columns of a table into the numbers that a model takes, by rules learnt on the
 * training rows: see {@link NumberCoding}, {@link CategoryCoding} and {@link TimeCoding}.
 * Immutable.
 */
public final class Encoder {
  /** Most columns that an encoder takes or makes. */
  public static final int MOST_COLUMNS = 100_000;

  /**
   * All that an encoder knows, as plain values.
   *
   * @param columns how each used column is encoded
   * @param notes what was decided, for people
   */
  public record Description(List<ColumnCoding> columns, List<String> notes) {
    public Description {
      columns = List.copyOf(columns);
      notes = List.copyOf(notes);
    }
  }

  private final Description description;
  private final List<Feature> features;

  private Encoder(Description description) {
    this.description = description;
    Set<String> names = new HashSet<>();
    List<Feature> all = new ArrayList<>();
    for (ColumnCoding coding : description.columns()) {
      if (!names.add(coding.name())) {
        throw new IllegalArgumentException("inputs: " + coding.name() + " is there twice");
      }
      all.addAll(coding.features());
    }
    if (all.isEmpty() || all.size() > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "encoder: expected 1 to " + MOST_COLUMNS + " columns but got " + all.size());
    }
    this.features = List.copyOf(all);
  }

  /** Learns an encoder for these columns: add all training rows, then finish. */
  public static Learner learner(List<Column> inputs) {
    return new Learner(inputs);
  }

  /** The encoder of a description; the inverse of {@link #description()}. */
  public static Encoder of(Description description) {
    return new Encoder(description);
  }

  /** All it knows, for a file. */
  public Description description() {
    return description;
  }

  /**
   * The rows as numbers, all finite: one row per row of the chunk, one column per feature.
   *
   * @throws IllegalArgumentException if a column is missing, or has a value of another kind than in
   *     training; the message names column, row and value
   */
  public Matrix encode(Chunk chunk) {
    requireInputs(chunk.columns());
    Matrix x = Matrix.zeros(chunk.rows(), features.size());
    int at = 0;
    for (ColumnCoding coding : description.columns()) {
      coding.encode(chunk, chunk.require(coding.name()), x, at);
      at += coding.features().size();
    }
    return x;
  }

  /**
   * Checks that a table with these columns has all that are used.
   *
   * @throws IllegalArgumentException if not; the message names all columns that are missing, not
   *     the first of them alone
   */
  public void requireInputs(List<Column> columns) {
    List<String> known = columns.stream().map(Column::name).toList();
    Set<String> names = new HashSet<>(known);
    List<String> missing = inputs().stream().filter(name -> !names.contains(name)).toList();
    if (missing.size() == 1) {
      throw new IllegalArgumentException(Names.unknown("column", missing.get(0), known));
    }
    if (!missing.isEmpty()) {
      List<String> words = new ArrayList<>();
      for (String name : missing) {
        String near = Names.nearest(name, known).map(n -> " (is it " + n + "?)").orElse("");
        words.add(name + near);
      }
      throw new IllegalArgumentException(
          "the table lacks "
              + missing.size()
              + " of the model's "
              + inputs().size()
              + " inputs: "
              + Names.list(words)
              + "; it has "
              + Names.list(known)
              + "; add or rename the columns (a value that is not known may be left empty)");
    }
  }

  /** Names of the table's columns that are used. */
  public List<String> inputs() {
    return description.columns().stream().map(ColumnCoding::name).toList();
  }

  /** One per column of the encoded matrix. */
  public List<Feature> features() {
    return features;
  }

  /** What was decided about the columns, for people. */
  public List<String> notes() {
    return description.notes();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Encoder that && description.equals(that.description);
  }

  @Override
  public int hashCode() {
    return Objects.hash(description);
  }

  @Override
  public String toString() {
    return "Encoder of " + inputs().size() + " columns to " + features.size();
  }

  /**
   * Sees every training row once and keeps only what the rules need. Learners of parts of the rows
   * merge, in the order of the rows, to that of all rows.
   */
  public static final class Learner {
    private final List<Column> inputs;
    private final List<ColumnLearner> learners = new ArrayList<>();
    private long rows;

    private Learner(List<Column> inputs) {
      this.inputs = List.copyOf(inputs);
      for (Column column : inputs) {
        ColumnCoding.checkName(column.name());
        learners.add(ColumnLearner.of(column));
      }
    }

    /** Takes training rows. */
    public void add(Chunk chunk) {
      rows += chunk.rows();
      for (int i = 0; i < learners.size(); i++) {
        learners.get(i).add(chunk, chunk.require(inputs.get(i).name()));
      }
    }

    /**
     * Takes in what another learner of the same columns learnt from the rows after these; the other
     * is not to be used any more.
     */
    public void merge(Learner other) {
      if (!inputs.equals(other.inputs)) {
        throw new IllegalArgumentException(
            "merge: expected a learner of the columns " + inputs + " but got " + other.inputs);
      }
      rows += other.rows;
      for (int i = 0; i < learners.size(); i++) {
        learners.get(i).merge(other.learners.get(i));
      }
    }

    /** What was learnt, for {@link #merge(byte[])} on another machine. */
    public byte[] toBytes() {
      return Wire.write(this::send);
    }

    /** Takes in the {@link #toBytes} of a learner of the same columns and the rows after these. */
    public void merge(byte[] other) {
      Learner that = new Learner(inputs);
      Wire.read(other, that::send);
      merge(that);
    }

    private void send(Wire wire) {
      rows = wire.whole(rows);
      learners.forEach(learner -> learner.send(wire));
    }

    /**
     * The encoder for the rows added.
     *
     * @throws IllegalArgumentException if no column is of use
     */
    public Encoder finish() {
      List<ColumnCoding> codings = new ArrayList<>();
      List<String> notes = new ArrayList<>();
      for (ColumnLearner learner : learners) {
        learner.finish(notes).ifPresent(codings::add);
      }
      if (codings.isEmpty()) {
        throw new IllegalArgumentException(
            "inputs: no column of "
                + rows
                + " rows can be used"
                + (notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")")
                + "; choose other columns or add rows");
      }
      return new Encoder(new Description(codings, notes));
    }
  }
}
