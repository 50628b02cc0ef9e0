package io.github.tgp4j.spark;

import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Appends what a model predicts to the rows of a partition, some hundred rows at a time. */
final class Scorer implements MapPartitionsFunction<Row, Row> {
  private static final long serialVersionUID = 1L;
  private static final int ROWS = 1024;

  private final Broadcast<SharedModel> model;
  private final RowInputs inputs;
  private final Answers answers;

  Scorer(Broadcast<SharedModel> model, RowInputs inputs, Answers answers) {
    this.model = model;
    this.inputs = inputs;
    this.answers = answers;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    return new Scored(rows);
  }

  private final class Scored implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final List<Row> batch = new ArrayList<>();
    private Object[][] answered;
    private int next;

    Scored(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return next < batch.size() || rows.hasNext();
    }

    @Override
    public Row next() {
      if (next == batch.size()) {
        fill();
      }
      Row row = batch.get(next);
      Object[] added = answered[next++];
      Object[] values = new Object[row.size() + added.length];
      for (int c = 0; c < row.size(); c++) {
        values[c] = row.get(c);
      }
      System.arraycopy(added, 0, values, row.size(), added.length);
      return RowFactory.create(values);
    }

    private void fill() {
      if (!rows.hasNext()) {
        throw new NoSuchElementException("no row is left");
      }
      batch.clear();
      next = 0;
      while (batch.size() < ROWS && rows.hasNext()) {
        batch.add(rows.next());
      }
      Prediction prediction = inputs.predict(model.value().get(), batch);
      answered = answers.of(prediction);
    }
  }
}
