package io.github.tgp4j.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Learns in one pass what a target is: numbers or classes, which labels, which range. Learners of
 * parts of the rows merge, in the order of the rows, to that of all rows.
 */
public final class TargetLearner {
  private final Column column;
  private final TargetKind kind;
  private final boolean classes; // known before any row is seen
  private final TargetEncoder.Learner learner;
  private final TargetFacts facts = new TargetFacts();
  private final MixedValues mixed = new MixedValues(); // of texts that may be numbers
  private final LevelCounts texts = new LevelCounts();
  private long rows;

  /** Of a column that is taken for what {@code kind} says. */
  public TargetLearner(Column column, TargetKind kind) {
    this.column = column;
    this.kind = kind;
    boolean text = column.type() == ColumnType.CATEGORY;
    this.classes = kind == TargetKind.CLASSES || kind == TargetKind.DETECTED && text;
    this.learner = TargetEncoder.learner(column, classes);
  }

  /** Takes training rows. */
  public void add(Chunk chunk) {
    int at = chunk.require(column.name());
    learner.add(chunk);
    rows += chunk.rows();
    if (classes && chunk.columns().get(at).type() == ColumnType.CATEGORY) {
      addTexts(chunk.texts(at), chunk.rows());
      return;
    }
    for (double number : TargetEncoder.finite(chunk, at)) {
      facts.add(number);
    }
  }

  private void addTexts(String[] values, int count) {
    for (int i = 0; i < count; i++) {
      boolean missing = Values.isMissing(values[i]);
      facts.add(missing ? Double.NaN : 0.0); // only counted
      if (!missing && kind == TargetKind.DETECTED) {
        texts.add(values[i]);
      }
    }
    if (kind == TargetKind.DETECTED) {
      mixed.add(values, count);
    }
  }

  /** Takes in what another learner of the same target learnt from the rows after these. */
  public void merge(TargetLearner other) {
    if (!column.equals(other.column) || kind != other.kind) {
      throw new IllegalArgumentException(
          "merge: expected a learner of "
              + column
              + " as "
              + kind
              + " but got one of "
              + other.column
              + " as "
              + other.kind);
    }
    learner.merge(other.learner);
    facts.merge(other.facts);
    mixed.merge(other.mixed);
    texts.merge(other.texts);
    rows += other.rows;
  }

  /** What was learnt, for {@link #merge(byte[])} on another machine. */
  public byte[] toBytes() {
    return Wire.write(this::send);
  }

  /** Takes in the {@link #toBytes} of a learner of the same target and the rows after these. */
  public void merge(byte[] other) {
    TargetLearner that = new TargetLearner(column, kind);
    Wire.read(other, that::send);
    merge(that);
  }

  private void send(Wire wire) {
    learner.send(wire);
    facts.send(wire);
    mixed.send(wire);
    texts.send(wire);
    rows = wire.whole(rows);
  }

  /**
   * What the target is.
   *
   * @throws IllegalArgumentException if there are no rows, all are missing, or all are the same
   */
  public Target finish() {
    if (rows == 0) {
      throw new IllegalArgumentException(
          "the table has no rows; expected at least one below the header");
    }
    if (facts.count() == 0) {
      throw new IllegalArgumentException(
          "target "
              + column.name()
              + (rows == 1 ? ": missing in the only row" : ": missing in all " + rows + " rows")
              + "; expected numbers or classes; name another column");
    }
    List<String> notes = new ArrayList<>();
    if (facts.count() < rows) {
      notes.add(
          "target "
              + column.name()
              + ": missing in "
              + (rows - facts.count())
              + " rows, which are left out");
    }
    refuseNumbersAmongTexts();
    TargetEncoder encoder = learner.finish();
    notes.addAll(learner.notes());
    if (!classes && kind == TargetKind.DETECTED && facts.nature().isClasses()) {
      encoder = codes();
      notes.add(
          "target "
              + column.name()
              + ": whole numbers 0 to "
              + (int) facts.most()
              + ", taken for "
              + encoder.labels().size()
              + " classes; the likelihood gaussian or poisson takes them for numbers");
    }
    if (!classes && kind == TargetKind.DETECTED && !encoder.isClasses() && facts.areFromZeroOn()) {
      notes.add(
          "target "
              + column.name()
              + ": whole numbers 0 to "
              + (int) facts.most()
              + ", taken for counts; the likelihood categorical takes them for classes");
    }
    if (!encoder.isClasses() && facts.isConstant()) {
      throw new IllegalArgumentException(
          "target "
              + column.name()
              + (facts.count() == 1
                  ? ": one row has a value; expected at least two, that differ"
                  : ": every row is "
                      + Values.text(facts.least())
                      + "; expected numbers that differ"));
    }
    return new Target(encoder, facts, notes);
  }

  /** Numbers with some texts among them are no classes; which rows count is not to be guessed. */
  private void refuseNumbersAmongTexts() {
    if (!mixed.areNumbers(texts.counts(), texts.rows())) {
      return;
    }
    boolean all = mixed.range().finite() == texts.rows();
    throw new IllegalArgumentException(
        "target "
            + column.name()
            + ": "
            + (all
                ? "its texts are all numbers; say with a likelihood what they are: gaussian for"
                    + " numbers, categorical for classes"
                : mixed.words(texts.counts(), texts.rows())
                    + "; correct them, or leave them empty and their rows are left out; the"
                    + " likelihood categorical takes all values for classes"));
  }

  /** An encoder for the few whole numbers that were seen. */
  private TargetEncoder codes() {
    double[] values = facts.distinct().stream().mapToDouble(Double::doubleValue).toArray();
    TargetEncoder.Learner codes = TargetEncoder.learner(column, true);
    codes.add(new Chunk(List.of(column), values.length, List.of(values)));
    return codes.finish();
  }
}
