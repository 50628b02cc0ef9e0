package io.github.tgp4j.data;

import io.github.tgp4j.data.Feature.Kind;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/**
 * Numbers stay as they are. A missing one (NaN, infinite) becomes the mean of the training rows;
 * where training rows had missing ones, a second column says so.
 *
 * @param mean of the training rows' numbers, for the missing
 * @param indicator whether there is a column that is 1 where the number is missing
 * @param least of the training rows' numbers; NaN where it is not known, as in older files
 * @param greatest of the training rows' numbers; NaN where it is not known
 * @param mixed whether training rows had texts among the numbers: such are missing here too, and
 *     not refused
 */
public record NumberCoding(
    String name, double mean, boolean indicator, double least, double greatest, boolean mixed)
    implements ColumnCoding {
  public NumberCoding {
    ColumnCoding.checkName(name);
    ColumnCoding.checkFinite(name, "mean", mean);
    ColumnCoding.checkRange(name, least, greatest);
  }

  /** Of a column of numbers alone. */
  public NumberCoding(String name, double mean, boolean indicator, double least, double greatest) {
    this(name, mean, indicator, least, greatest, false);
  }

  /** Without the range of the training rows. */
  public NumberCoding(String name, double mean, boolean indicator) {
    this(name, mean, indicator, Double.NaN, Double.NaN);
  }

  @Override
  public List<Feature> features() {
    Feature number = new Feature(name, name, Kind.NUMBER);
    return indicator
        ? List.of(number, new Feature(name + " missing", name, Kind.MISSING))
        : List.of(number);
  }

  /** The numbers of a chunk, missing ones NaN or infinite. */
  double[] numbers(Chunk chunk, int column) {
    return mixed ? Values.numbersOrMissing(chunk, column) : Values.numbers(chunk, column);
  }

  @Override
  public void encode(Chunk chunk, int column, Matrix to, int at) {
    double[] numbers = numbers(chunk, column);
    for (int i = 0; i < chunk.rows(); i++) {
      boolean missing = !Double.isFinite(numbers[i]);
      int entry = to.at(i, at);
      to.data[entry] = missing ? mean : numbers[i];
      if (indicator) {
        to.data[entry + 1] = missing ? 1 : 0;
      }
    }
  }
}
