package io.github.tgp4j.spark;

import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.text.Names;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;

/**
 * Fits a model to a directory of Parquet or CSV files and writes a {@code .tgp} file: what {@code
 * tgp fit --spark} submits, and {@code spark-submit} can run by itself.
 *
 * <pre>
 *   spark-submit --class io.github.tgp4j.spark.FitApplication tgp-spark.jar trips --target minutes --out trips.tgp
 * </pre>
 */
public final class FitApplication {
  private FitApplication() {}

  /** Ends with status 2 and one line where the arguments or the data are at fault. */
  public static void main(String[] args) {
    SparkSession session = SparkSession.builder().appName("tgp fit").getOrCreate();
    int status = 0;
    try {
      System.out.println(run(session, args));
    } catch (IllegalArgumentException e) {
      System.err.println("error: " + e.getMessage());
      status = 2;
    } finally {
      session.stop();
    }
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Fits, and says what came of it. */
  static String run(SparkSession session, String... args) {
    FitArguments given = FitArguments.of(args);
    Path out = new Path(given.out());
    refuseToOverwrite(session, out, given.force());
    Dataset<Row> data = read(session, given.data());
    String[] inputs = given.inputs(data.columns());
    long begin = System.nanoTime();
    SavedModel saved =
        isOfClasses(data, given)
            ? given.apply(new TransformedGPClassifier(), inputs).fit(data).saved()
            : given.apply(new TransformedGPRegressor(), inputs).fit(data).saved();
    GPModelFiles.write(session, out, SharedModel.of(saved).bytes());
    return String.format(
        Locale.ROOT,
        "Fitted %s to %,d rows of %s in %.0f seconds; wrote %s.",
        saved.provenance().settings().getOrDefault("chosen", saved.model().toString()),
        saved.provenance().rows(),
        given.data(),
        (System.nanoTime() - begin) / 1e9,
        out);
  }

  private static void refuseToOverwrite(SparkSession session, Path out, boolean force) {
    try {
      FileSystem files = out.getFileSystem(session.sparkContext().hadoopConfiguration());
      if (!force && files.exists(out)) {
        throw new IllegalArgumentException(
            out + ": is there already; add --force to write over it, or name another with --out");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(out + ": cannot be looked at: " + e.getMessage(), e);
    }
  }

  /** Parquet, or CSV with a header, by the names of the files. */
  static Dataset<Row> read(SparkSession session, String data) {
    Path path = new Path(data);
    List<String> names = new ArrayList<>(List.of(path.getName()));
    try {
      FileSystem files = path.getFileSystem(session.sparkContext().hadoopConfiguration());
      if (!files.exists(path)) {
        throw new IllegalArgumentException(
            data + ": there is no such file or directory; look at the path");
      }
      if (files.getFileStatus(path).isDirectory()) {
        for (var status : files.listStatus(path)) {
          names.add(status.getPath().getName());
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(data + ": cannot be read: " + e.getMessage(), e);
    }
    if (names.stream().anyMatch(name -> name.endsWith(".parquet"))) {
      return session.read().parquet(data);
    }
    if (names.stream().anyMatch(name -> name.matches(".*\\.[ct]sv(\\.gz|\\.bz2|\\.zst)?"))) {
      boolean tabs = names.stream().anyMatch(name -> name.contains(".tsv"));
      return session
          .read()
          .option("header", true)
          .option("inferSchema", true)
          .option("encoding", StandardCharsets.UTF_8.name())
          .option("sep", tabs ? "\t" : ",")
          .csv(data);
    }
    throw new IllegalArgumentException(
        data
            + ": expected files named .parquet, .csv or .tsv (also .gz) but got "
            + Names.list(names));
  }

  private static boolean isOfClasses(Dataset<Row> data, FitArguments given) {
    int at = Columns.require(data.schema(), "--target", given.target());
    DataType type = data.schema().fields()[at].dataType();
    return !(type instanceof NumericType) || given.asksForClasses();
  }
}
