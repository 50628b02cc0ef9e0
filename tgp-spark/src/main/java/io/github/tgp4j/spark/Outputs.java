package io.github.tgp4j.spark;

import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns that models append after that of their predictions; an empty name for none. */
final class Outputs {
  private Outputs() {}

  static StructType ofNumbers(StructType schema, String varianceCol, String quantilesCol) {
    StructType out = schema;
    if (!varianceCol.isEmpty()) {
      out = Columns.append(out, "varianceCol", varianceCol, DataTypes.DoubleType);
    }
    if (!quantilesCol.isEmpty()) {
      out = Columns.append(out, "quantilesCol", quantilesCol, SQLDataTypes.VectorType());
    }
    return out;
  }

  static StructType ofClasses(StructType schema, String probabilityCol) {
    return probabilityCol.isEmpty()
        ? schema
        : Columns.append(schema, "probabilityCol", probabilityCol, SQLDataTypes.VectorType());
  }
}
