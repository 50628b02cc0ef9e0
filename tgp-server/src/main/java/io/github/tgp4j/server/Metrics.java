package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.NewValues;
import io.github.tgp4j.io.SavedModel;
import io.javalin.http.Handler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts for Prometheus. */
final class Metrics {
  private static final double[] SECONDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private final Map<String, Histogram> routes = new ConcurrentSkipListMap<>();
  private final Map<String, Histogram> models = new ConcurrentSkipListMap<>();
  private final Map<String, LongAdder> counters = new ConcurrentSkipListMap<>();

  /** Times and statuses of a handler's answers. */
  Handler count(String path, Handler handler) {
    Histogram times = routes.computeIfAbsent("route=\"" + path + "\"", p -> new Histogram());
    return ctx -> {
      long begin = System.nanoTime();
      try {
        handler.handle(ctx);
      } finally {
        times.add(System.nanoTime() - begin);
      }
    };
  }

  /** An answer of a model. */
  void predicted(String model, int rows, long nanos) {
    String label = "model=\"" + model + "\"";
    models.computeIfAbsent(label, m -> new Histogram()).add(nanos);
    add("tgp_rows_total{" + label + "}", rows);
  }

  /** A request had values that training did not have, or far out of its range. */
  void unusual(String model) {
    add("tgp_unusual_requests_total{model=\"" + model + "\"}", 1);
  }

  /** What is unusual about a request's rows, in sentences, and counted. */
  List<String> unusual(String model, SavedModel saved, Chunk rows) {
    NewValues unusual = NewValues.of(saved.encoder());
    unusual.add(rows);
    List<String> notes = unusual.notes();
    if (!notes.isEmpty()) {
      unusual(model);
    }
    return notes;
  }

  void status(int status) {
    add("tgp_responses_total{status=\"" + status + "\"}", 1);
  }

  void add(String counter, long count) {
    counters.computeIfAbsent(counter, c -> new LongAdder()).add(count);
  }

  /** All of them, in Prometheus' text format. */
  String text(Map<String, Number> gauges) {
    StringBuilder out = new StringBuilder();
    histograms(out, "tgp_request_seconds", "Time of requests by route.", routes);
    histograms(out, "tgp_prediction_seconds", "Time of predictions by model.", models);
    String last = "";
    for (Map.Entry<String, LongAdder> counter : counters.entrySet()) {
      String name = counter.getKey().replaceFirst("\\{.*", "");
      if (!name.equals(last)) {
        out.append("# TYPE ").append(name).append(" counter\n");
        last = name;
      }
      out.append(counter.getKey()).append(' ').append(counter.getValue().sum()).append('\n');
    }
    gauges.forEach(
        (name, value) ->
            out.append("# TYPE ")
                .append(name)
                .append(" gauge\n")
                .append(name)
                .append(' ')
                .append(value)
                .append('\n'));
    return out.toString();
  }

  private static void histograms(
      StringBuilder out, String name, String help, Map<String, Histogram> all) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(" histogram\n");
    all.forEach((label, histogram) -> histogram.write(out, name, label));
  }

  private static final class Histogram {
    private final LongAdder[] buckets = new LongAdder[SECONDS.length + 1];
    private final LongAdder nanos = new LongAdder();

    Histogram() {
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] = new LongAdder();
      }
    }

    void add(long time) {
      double seconds = time * 1e-9;
      int at = 0;
      while (at < SECONDS.length && seconds > SECONDS[at]) {
        at++;
      }
      buckets[at].increment();
      nanos.add(time);
    }

    void write(StringBuilder out, String name, String label) {
      long sum = 0;
      for (int i = 0; i < buckets.length; i++) {
        sum += buckets[i].sum();
        String bound = i < SECONDS.length ? Double.toString(SECONDS[i]) : "+Inf";
        out.append(name).append("_bucket{").append(label);
        out.append(",le=\"").append(bound).append("\"} ").append(sum).append('\n');
      }
      out.append(name).append("_sum{").append(label).append("} ");
      out.append(nanos.sum() * 1e-9).append('\n');
      out.append(name).append("_count{").append(label).append("} ").append(sum).append('\n');
    }
  }
}
