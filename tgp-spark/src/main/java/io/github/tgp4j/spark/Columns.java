package io.github.tgp4j.spark;

import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/** Checks of a DataFrame's columns, before any job runs. */
final class Columns {
  private Columns() {}

  /** A column's name as Spark's functions take it, dots and all. */
  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Place of a column that must be there. */
  static int require(StructType schema, String param, String name) {
    int at = Arrays.asList(schema.fieldNames()).indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException(
          param
              + ": expected a column "
              + name
              + " but the DataFrame has "
              + String.join(", ", schema.fieldNames()));
    }
    return at;
  }

  static void requireVector(StructType schema, String param, String name) {
    DataType type = schema.fields()[require(schema, param, name)].dataType();
    if (!type.equals(SQLDataTypes.VectorType())) {
      throw new IllegalArgumentException(
          param
              + ": expected a column of vectors but "
              + name
              + " is "
              + type.simpleString()
              + "; make one with VectorAssembler");
    }
  }

  static void requireNumber(StructType schema, String param, String name) {
    DataType type = schema.fields()[require(schema, param, name)].dataType();
    if (!(type instanceof NumericType)) {
      throw new IllegalArgumentException(
          param
              + ": expected a column of numbers but "
              + name
              + " is "
              + type.simpleString()
              + "; make numbers of classes with StringIndexer");
    }
  }

  /** The schema with one more column, which must be new. */
  static StructType append(StructType schema, String param, String name, DataType type) {
    if (Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          param
              + ": expected a new column but the DataFrame has "
              + name
              + "; choose another name");
    }
    return schema.add(name, type, true);
  }
}
