package io.github.tgp4j.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the levels of a column of texts: those seen at least max(2, 0.5% of the rows) times, the
 * 30 most frequent of them; all others are one rare level. A column that is nearly all different
 * texts (more than 30, and more than half as many as rows) names its rows and is left out.
 * Spellings of one word are one level ({@link Spellings}), and numbers with a few texts among them
 * are numbers ({@link MixedValues}).
 */
final class CategoryLearner implements ColumnLearner {
  private final String name;
  private final LevelCounts counts = new LevelCounts();
  private final MixedValues mixed = new MixedValues();
  private long missing;

  CategoryLearner(String name) {
    this.name = name;
  }

  @Override
  public void add(Chunk chunk, int column) {
    String[] texts = chunk.texts(column);
    mixed.add(texts, chunk.rows());
    for (int i = 0; i < chunk.rows(); i++) {
      if (Values.isMissing(texts[i])) {
        missing++;
      } else {
        counts.add(texts[i]);
      }
    }
  }

  @Override
  public void merge(ColumnLearner other) {
    CategoryLearner that = (CategoryLearner) other;
    counts.merge(that.counts);
    mixed.merge(that.mixed);
    missing += that.missing;
  }

  @Override
  public void send(Wire wire) {
    counts.send(wire);
    mixed.send(wire);
    missing = wire.whole(missing);
  }

  @Override
  public Optional<ColumnCoding> finish(List<String> notes) {
    long rows = counts.rows() + missing;
    if (counts.rows() == 0) {
      notes.add(name + ": all values missing, left out");
      return Optional.empty();
    }
    Map<String, Long> texts = counts.counts();
    if (mixed.areNumbers(texts, counts.rows())) {
      return numbers(texts, notes);
    }
    if (mixed.areMixed(counts.rows())) {
      notes.add(
          name
              + ": "
              + mixed.words(texts, counts.rows())
              + "; taken for texts; correct or empty these to have it as numbers");
    }
    Spellings words = new Spellings(texts);
    long distinct = counts.distinct() - words.others();
    if (distinct > CategoryCoding.MOST_LEVELS && distinct > counts.rows() / 2) {
      notes.add(name + ": nearly every row has its own text, left out");
      return Optional.empty();
    }
    Map<String, Long> seen = words.counts();
    long enough = Math.max(2, (rows + 199) / 200);
    List<String> levels = frequent(seen, enough);
    long kept = levels.stream().mapToLong(seen::get).sum();
    boolean rare = kept < counts.rows();
    int slots = levels.size() + (rare ? 1 : 0) + (missing > 0 ? 1 : 0);
    if (slots < 2 || distinct == 1) {
      notes.add(name + ": " + whyConstant(levels, enough) + ", left out");
      return Optional.empty();
    }
    long last = rare ? counts.rows() - kept : seen.get(levels.get(levels.size() - 1));
    double share = (missing > 0 ? missing : last) / (double) rows;
    note(levels, rare ? distinct - levels.size() : 0, enough, notes);
    notes.addAll(words.notes(name));
    return Optional.of(new CategoryCoding(name, levels, rare, missing > 0, share));
  }

  /** Numbers with a few texts among them, which are taken for missing. */
  private Optional<ColumnCoding> numbers(Map<String, Long> texts, List<String> notes) {
    Range range = mixed.range();
    boolean others = range.missing() > 0;
    if (range.finite() == counts.rows()) {
      notes.add(name + ": texts that are all numbers, read as numbers");
    } else {
      notes.add(
          name
              + ": "
              + mixed.words(texts, counts.rows())
              + ", treated as missing: replaced by the mean "
              + Values.brief(range.mean())
              + " and marked in a column of their own");
    }
    return Optional.of(
        new NumberCoding(name, range.mean(), others, range.least(), range.greatest(), true));
  }

  /** The most frequent texts that occur often enough, in the order of their columns. */
  private static List<String> frequent(Map<String, Long> seen, long enough) {
    List<String> levels = new ArrayList<>();
    seen.forEach(
        (text, count) -> {
          if (count >= enough && text.length() <= ColumnCoding.LONGEST_TEXT) {
            levels.add(text);
          }
        });
    levels.sort(Comparator.comparing((String t) -> -seen.get(t)).thenComparing(t -> t));
    List<String> kept =
        levels.subList(0, Math.min(levels.size(), CategoryCoding.MOST_LEVELS)).stream()
            .sorted()
            .toList();
    return kept;
  }

  private String whyConstant(List<String> levels, long enough) {
    if (levels.isEmpty()) {
      return "no text is seen at least " + enough + " times";
    }
    String except = missing > 0 ? " where not missing" : "";
    return "constant (" + Values.quoted(levels.get(0)) + ")" + except;
  }

  private void note(List<String> levels, long others, long enough, List<String> notes) {
    StringBuilder note = new StringBuilder(name).append(": ").append(levels.size());
    note.append(levels.size() == 1 ? " level" : " levels");
    if (others > 0) {
      note.append(" and a rare one for ").append(others).append(" other texts (seen less than ");
      note.append(enough).append(" times, or not among the ").append(CategoryCoding.MOST_LEVELS);
      note.append(" most frequent)");
    }
    if (missing > 0) {
      note.append(", ").append(missing).append(" missing as a level of their own");
    }
    notes.add(note.toString());
  }
}
