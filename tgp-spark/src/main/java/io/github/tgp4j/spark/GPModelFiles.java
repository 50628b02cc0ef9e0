package io.github.tgp4j.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsReader.Metadata;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;

/**
 * A saved model is a directory of any file system that Hadoop knows: Spark's metadata, and {@code
 * model.tgp}, the file that the command and the library read.
 */
final class GPModelFiles {
  private static final String FILE = "model.tgp";

  private GPModelFiles() {}

  /** Reads a {@code .tgp} file. */
  static SharedModel read(SparkSession session, String file) {
    Path path = new Path(file);
    try (InputStream in =
        path.getFileSystem(session.sparkContext().hadoopConfiguration()).open(path)) {
      return new SharedModel(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Writes the bytes of a {@code .tgp} file. */
  static void write(SparkSession session, Path path, byte[] bytes) {
    try (OutputStream out =
        path.getFileSystem(session.sparkContext().hadoopConfiguration()).create(path)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Writes a model. */
  static final class Writer extends MLWriter {
    private final GPModel<?> model;

    Writer(GPModel<?> model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String directory) {
      DefaultParamsWriter$.MODULE$.saveMetadata(model, directory, sparkSession());
      write(sparkSession(), new Path(directory, FILE), model.bytes());
    }
  }

  /** Reads a model. */
  static final class Reader<M extends GPModel<M>> extends MLReader<M> {
    private final Class<M> type;
    private final BiFunction<String, SharedModel, M> maker;

    Reader(Class<M> type, BiFunction<String, SharedModel, M> maker) {
      this.type = type;
      this.maker = maker;
    }

    @Override
    public M load(String directory) {
      Metadata metadata =
          DefaultParamsReader$.MODULE$.loadMetadata(directory, sparkSession(), type.getName());
      M model = maker.apply(metadata.uid(), read(sparkSession(), directory + "/" + FILE));
      metadata.getAndSetParams(model, metadata.getAndSetParams$default$2());
      return model;
    }
  }
}
