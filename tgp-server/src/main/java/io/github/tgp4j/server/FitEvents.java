package io.github.tgp4j.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** What happens in a fit, in order, for those who follow it; the oldest are forgotten. */
final class FitEvents {
  private static final int MOST = 2000;

  /**
   * Something that happened.
   *
   * @param id counted from 1
   * @param json what, as one line
   */
  record Event(long id, String type, String json) {}

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
