package io.github.tgp4j.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * What happens in a fit, in order, for those who follow it. The oldest are forgotten, and of a fit
 * that is over only some steps are kept, enough for its curve.
 */
final class FitEvents {
  private static final int MOST = 2000;
  private static final int MOST_STEPS_AFTER = 200;

  /**
   * Something that happened.
   *
   * @param id counted from 1
   * @param json what, as one line
   */
  record Event(long id, String type, String json) {
    private boolean isStep() {
      return type.equals("step");
    }
  }

  private final Deque<Event> events = new ArrayDeque<>();
  private long last;
  private boolean ended;

  synchronized void add(String type, Map<String, ?> about) {
    events.add(new Event(++last, type, JsonText.of(about)));
    if (events.size() > MOST) {
      events.removeFirst();
    }
    notifyAll();
  }

  /** No more will come, until {@link #reopen}. */
  synchronized void end() {
    ended = true;
    int steps = (int) events.stream().filter(Event::isStep).count();
    int stride = 1 + steps / MOST_STEPS_AFTER;
    int[] seen = {0};
    events.removeIf(event -> event.isStep() && seen[0]++ % stride > 0);
    notifyAll();
  }

  synchronized void reopen() {
    ended = false;
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /** Those after one, waiting for some at most so long. */
  synchronized List<Event> after(long id, long millis) throws InterruptedException {
    if (last <= id && !ended) {
      wait(millis);
    }
    List<Event> out = new ArrayList<>();
    for (Event event : events) {
      if (event.id() > id) {
        out.add(event);
      }
    }
    return out;
  }
}
