package io.github.tgp4j.optimise;

import io.github.tgp4j.train.TrainingListener;
import java.util.ArrayList;
import java.util.List;

/** Keeps the course of a run in bounded memory: every step at first, then every second, fourth … */
final class TrainingHistory {
  private static final int MOST_POINTS = 256;

  private final List<TrainingListener.Progress> points = new ArrayList<>();
  private int stride = 1;
  private int seen;
  private TrainingListener.Progress last;

  void add(TrainingListener.Progress progress) {
    last = progress;
    if (seen++ % stride != 0) {
      return;
    }
    if (points.size() == MOST_POINTS) {
      thin();
    }
    points.add(progress);
  }

  /** Drops every second point; the one to come has an even number, so it belongs to the rest. */
  private void thin() {
    for (int i = 0; i < MOST_POINTS / 2; i++) {
      points.set(i, points.get(2 * i));
    }
    points.subList(MOST_POINTS / 2, MOST_POINTS).clear();
    stride *= 2;
  }

  /** How many steps were added, in all phases. */
  int steps() {
    return seen;
  }

  /** The points that were kept, and the last one. */
  List<TrainingListener.Progress> points() {
    List<TrainingListener.Progress> all = new ArrayList<>(points);
    if (last != null && all.get(all.size() - 1) != last) {
      all.add(last);
    }
    return all;
  }
}
