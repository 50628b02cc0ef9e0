package io.github.tgp4j.data;

import java.util.HashMap;
import java.util.Map;

/**
 * How often each text occurs, in bounded memory (Misra and Gries, 1982). While the texts fit,
 * counts are exact. When they no longer do, every count is lowered by the median and the texts at
 * zero are dropped; each lowering by c takes c from at least half the texts, so with 100,000 texts
 * no count is ever too low by more than 0.002% of the rows. Counts of parts of the rows merge by
 * adding and, where the texts no longer fit, the same lowering.
 */
final class LevelCounts {
  static final int MOST_TEXTS = 100_000;
  private static final long MOST_CHARACTERS = 20_000_000;

  private final Map<String, Counter> counts = new HashMap<>();
  private final int mostTexts;
  private long characters;
  private long rows;
  private long added;

  LevelCounts() {
    this(MOST_TEXTS);
  }

  LevelCounts(int mostTexts) {
    this.mostTexts = mostTexts;
  }

  void add(String text) {
    rows++;
    Counter counter = counts.get(text);
    if (counter == null) {
      if (counts.size() >= mostTexts || characters > MOST_CHARACTERS) {
        lower();
      }
      counter = new Counter();
      counts.put(text, counter);
      characters += text.length();
      added++;
    }
    counter.count++;
  }

  /** Takes in the texts that another has counted. */
  void merge(LevelCounts other) {
    rows += other.rows;
    added += other.added;
    for (Map.Entry<String, Counter> entry : other.counts.entrySet()) {
      Counter counter = counts.get(entry.getKey());
      if (counter == null) {
        counter = new Counter();
        counts.put(entry.getKey(), counter);
        characters += entry.getKey().length();
      } else {
        added--; // not new here
      }
      counter.count += entry.getValue().count;
    }
    while (counts.size() > mostTexts || characters > MOST_CHARACTERS && counts.size() > 1) {
      lower();
    }
  }

  /** Sends or receives what was counted. */
  void send(Wire wire) {
    rows = wire.whole(rows);
    added = wire.whole(added);
    Map<String, Long> all = counts();
    wire.texts(all);
    counts.clear();
    characters = 0;
    all.forEach(
        (text, count) -> {
          Counter counter = new Counter();
          counter.count = count;
          counts.put(text, counter);
          characters += text.length();
        });
  }

  private void lower() {
    long[] sorted = counts.values().stream().mapToLong(c -> c.count).sorted().toArray();
    long median = sorted[sorted.length / 2];
    counts.values().removeIf(c -> (c.count -= median) <= 0);
    characters = counts.keySet().stream().mapToLong(String::length).sum();
  }

  /** Texts and how often they occurred. */
  Map<String, Long> counts() {
    Map<String, Long> all = new HashMap<>();
    counts.forEach((text, counter) -> all.put(text, counter.count));
    return all;
  }

  /** Texts added so far. */
  long rows() {
    return rows;
  }

  /** Different texts; where some were dropped, those that came back count again. */
  long distinct() {
    return added;
  }

  private static final class Counter {
    private long count;
  }
}
