package io.github.tgp4j.spark;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/** Where the inputs of a model stand in the rows of a DataFrame. */
interface RowInputs extends Serializable {
  /** What the model predicts of some rows. */
  Prediction predict(SavedModel model, List<Row> rows);

  /**
   * The columns that a model was fitted to by name; of a model that was fitted to vectors, the
   * column of those.
   */
  static RowInputs of(SavedModel model, StructType schema, String featuresColumn) {
    if (model.encoder() != null) {
      return Named.of(model.encoder().inputs(), schema);
    }
    Columns.requireVector(schema, "featuresCol", featuresColumn);
    return new Vectors(featuresColumn, Columns.require(schema, "featuresCol", featuresColumn));
  }

  /** A column of vectors. */
  record Vectors(String name, int at) implements RowInputs {
    @Override
    public Prediction predict(SavedModel model, List<Row> rows) {
      int inputs = model.model().inputs();
      Matrix x = Matrix.zeros(rows.size(), inputs);
      for (int i = 0; i < x.rows; i++) {
        Vector features = rows.get(i).getAs(at);
        if (features == null || features.size() != inputs) {
          throw new IllegalArgumentException(
              "column "
                  + name
                  + ": expected vectors of "
                  + inputs
                  + " features, as in training, but got "
                  + (features == null ? "null" : features.size() + ": " + features));
        }
        FeatureVectors.copy(features, x.data, i * inputs);
      }
      return model.model().predictAll(x).get(0);
    }
  }

  /** Columns by name, which the model's own encoder makes numbers of. */
  record Named(String[] names, ColumnType[] types, int[] places) implements RowInputs {
    static Named of(List<String> inputs, StructType schema) {
      String[] names = inputs.toArray(String[]::new);
      ColumnType[] types = new ColumnType[names.length];
      int[] places = new int[names.length];
      for (int c = 0; c < places.length; c++) {
        places[c] = Columns.require(schema, "inputs of the model", names[c]);
        types[c] = type(names[c], schema.fields()[places[c]].dataType());
      }
      return new Named(names, types, places);
    }

    private static ColumnType type(String name, DataType type) {
      if (type instanceof NumericType) {
        return ColumnType.NUMBER;
      }
      if (type.equals(DataTypes.StringType) || type.equals(DataTypes.BooleanType)) {
        return ColumnType.CATEGORY;
      }
      if (type.equals(DataTypes.DateType)
          || type.equals(DataTypes.TimestampType)
          || type.equals(DataTypes.TimestampNTZType)) {
        return ColumnType.TIME;
      }
      throw new IllegalArgumentException(
          "column "
              + name
              + ": expected numbers, texts, true or false, or times but it is "
              + type.simpleString());
    }

    @Override
    public Prediction predict(SavedModel model, List<Row> rows) {
      return model.predict(chunk(rows));
    }

    /** Names and types, in their order. */
    List<Column> columns() {
      List<Column> columns = new ArrayList<>();
      for (int c = 0; c < places.length; c++) {
        columns.add(new Column(names[c], types[c]));
      }
      return columns;
    }

    /** Some rows as those of a table. */
    Chunk chunk(List<Row> rows) {
      List<Object> values = new ArrayList<>();
      for (int c = 0; c < places.length; c++) {
        values.add(
            types[c] == ColumnType.CATEGORY ? texts(rows, places[c]) : numbers(rows, places[c]));
      }
      return new Chunk(columns(), rows.size(), values);
    }

    private static String[] texts(List<Row> rows, int at) {
      String[] out = new String[rows.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = rows.get(i).isNullAt(at) ? null : rows.get(i).get(at).toString();
      }
      return out;
    }

    private static double[] numbers(List<Row> rows, int at) {
      double[] out = new double[rows.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = rows.get(i).isNullAt(at) ? Double.NaN : number(rows.get(i).get(at));
      }
      return out;
    }

    /** A number itself, or the seconds of a time since 1970; Spark has two classes for each. */
    private static double number(Object value) {
      if (value instanceof Number number) {
        return number.doubleValue();
      }
      if (value instanceof java.sql.Timestamp time) {
        return seconds(time.toInstant());
      }
      if (value instanceof Instant time) {
        return seconds(time);
      }
      if (value instanceof LocalDateTime time) {
        return seconds(time.toInstant(ZoneOffset.UTC));
      }
      LocalDate date = value instanceof java.sql.Date day ? day.toLocalDate() : (LocalDate) value;
      return 86400.0 * date.toEpochDay();
    }

    private static double seconds(Instant time) {
      return time.getEpochSecond() + 1e-9 * time.getNano();
    }
  }
}
