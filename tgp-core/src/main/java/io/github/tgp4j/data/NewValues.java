package io.github.tgp4j.data;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Counts what new rows have that the training rows did not: texts that are none of the levels, and
 * numbers and times far outside the training rows' range, that is, beyond one of its ends by more
 * than a tenth of its width; and infinite numbers and, in columns of numbers that had such in
 * training, texts, which are treated as missing. A model predicts such rows too, but from little or
 * nothing.
 */
public final class NewValues {
  private static final double MARGIN = 0.1; // of the width of a range

  private final List<Watch> watches = new ArrayList<>();
  private long rows;

  private NewValues(Encoder encoder) {
    for (ColumnCoding coding : encoder.description().columns()) {
      if (coding instanceof CategoryCoding category) {
        watches.add(new LevelWatch(category));
      } else if (coding instanceof NumberCoding number) {
        watches.add(new InfiniteWatch(number));
        if (!Double.isNaN(number.least())) {
          watches.add(new RangeWatch(coding.name(), number.least(), number.greatest(), number));
        }
        if (number.mixed()) {
          watches.add(new TextWatch(coding.name()));
        }
      } else if (coding instanceof TimeCoding time && !Double.isNaN(time.last())) {
        watches.add(new RangeWatch(coding.name(), time.origin(), time.last(), null));
      }
    }
  }

  /** Of rows that this encoder takes. */
  public static NewValues of(Encoder encoder) {
    return new NewValues(encoder);
  }

  /** Takes rows that the encoder has taken. */
  public void add(Chunk chunk) {
    rows += chunk.rows();
    for (Watch watch : watches) {
      watch.add(chunk, chunk.require(watch.name()));
    }
  }

  /** A sentence per column that has such values, for people. */
  public List<String> notes() {
    return watches.stream().filter(w -> w.count() > 0).map(w -> w.note(rows)).toList();
  }

  private static String share(long count, long rows) {
    if (count == rows) {
      return rows == 1 ? "the only row has" : String.format(Locale.ROOT, "all %,d rows have", rows);
    }
    return String.format(
        Locale.ROOT, "%,d of %,d rows %s", count, rows, count == 1 ? "has" : "have");
  }

  private interface Watch {
    String name();

    void add(Chunk chunk, int column);

    long count();

    String note(long rows);
  }

  private static final class LevelWatch implements Watch {
    private final CategoryCoding coding;
    private long count;
    private String example;

    LevelWatch(CategoryCoding coding) {
      this.coding = coding;
    }

    @Override
    public String name() {
      return coding.name();
    }

    @Override
    public long count() {
      return count;
    }

    @Override
    public void add(Chunk chunk, int column) {
      for (int i = 0; i < chunk.rows(); i++) {
        if (coding.isUnknown(chunk, column, i)) {
          count++;
          if (example == null) {
            example =
                chunk.columns().get(column).type() == ColumnType.CATEGORY
                    ? chunk.texts(column)[i]
                    : Values.text(chunk.numbers(column)[i]);
          }
        }
      }
    }

    @Override
    public String note(long rows) {
      return name()
          + ": "
          + share(count, rows)
          + " a value that the training rows "
          + (coding.hasRare() ? "had rarely or never" : "did not have")
          + ", such as "
          + Values.quoted(example)
          + "; the model knows nothing about it: check the spelling, or fit again"
          + " with such rows";
    }
  }

  private static final class InfiniteWatch implements Watch {
    private final NumberCoding coding;
    private final InfiniteValues infinite = new InfiniteValues();

    InfiniteWatch(NumberCoding coding) {
      this.coding = coding;
    }

    @Override
    public String name() {
      return coding.name();
    }

    @Override
    public long count() {
      return infinite.count();
    }

    @Override
    public void add(Chunk chunk, int column) {
      infinite.add(coding.numbers(chunk, column), chunk.rows(), chunk.firstRow());
    }

    @Override
    public String note(long rows) {
      return infinite.note(name());
    }
  }

  private static final class TextWatch implements Watch {
    private final String name;
    private final MixedValues mixed = new MixedValues();
    private final LevelCounts counts = new LevelCounts();

    TextWatch(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long count() {
      return counts.rows() - mixed.range().finite();
    }

    @Override
    public void add(Chunk chunk, int column) {
      if (chunk.columns().get(column).type() != ColumnType.CATEGORY) {
        return;
      }
      String[] texts = chunk.texts(column);
      mixed.add(texts, chunk.rows());
      for (int i = 0; i < chunk.rows(); i++) {
        if (!Values.isMissing(texts[i])) {
          counts.add(texts[i]);
        }
      }
    }

    @Override
    public String note(long rows) {
      return name + ": " + mixed.words(counts.counts(), counts.rows()) + ", treated as missing";
    }
  }

  private static final class RangeWatch implements Watch {
    private final String name;
    private final double least;
    private final double greatest;
    private final NumberCoding numbers; // null for times
    private double lowest = Double.POSITIVE_INFINITY; // of the values outside
    private double highest = Double.NEGATIVE_INFINITY;
    private long count;

    RangeWatch(String name, double least, double greatest, NumberCoding numbers) {
      this.name = name;
      this.least = least;
      this.greatest = greatest;
      this.numbers = numbers;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long count() {
      return count;
    }

    @Override
    public void add(Chunk chunk, int column) {
      double[] values =
          numbers == null ? Values.times(chunk, column) : numbers.numbers(chunk, column);
      double margin = MARGIN * (greatest - least);
      for (int i = 0; i < chunk.rows(); i++) {
        boolean outside = values[i] < least - margin || values[i] > greatest + margin;
        if (outside && Double.isFinite(values[i])) {
          count++;
          lowest = Math.min(lowest, values[i]);
          highest = Math.max(highest, values[i]);
        }
      }
    }

    @Override
    public String note(long rows) {
      return name
          + ": "
          + share(count, rows)
          + " a value far outside the training rows' range, "
          + text(least)
          + " to "
          + text(greatest)
          + ": "
          + text(lowest)
          + (lowest < highest ? " to " + text(highest) : "")
          + (count == 1
              ? "; the model has seen nothing like it: check the value, and rely less on this"
                  + " prediction"
              : "; the model has seen nothing like them: check the values, and rely less on these"
                  + " predictions");
    }

    private String text(double value) {
      if (numbers != null) {
        return Values.brief(value);
      }
      LocalDateTime at = LocalDateTime.ofEpochSecond((long) Math.floor(value), 0, ZoneOffset.UTC);
      return at.toLocalTime().toSecondOfDay() == 0
          ? at.toLocalDate().toString()
          : at.toString().replace('T', ' ');
    }
  }
}
