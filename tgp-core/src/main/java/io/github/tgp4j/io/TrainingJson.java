package io.github.tgp4j.io;

import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The outcome of training: numbers in the header, its course in arrays. */
final class TrainingJson {
  private static final String HISTORY = "history/";

  private TrainingJson() {}

  static Map<String, Object> write(TrainingResult result, Contents contents) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("steps", result.steps());
    json.put("bound", Node.number(result.bound()));
    json.put("validation", Node.number(result.validation()));
    json.put("restores", result.restores());
    json.put("jitter", Node.number(result.jitter()));
    json.put("nanos", result.nanos());
    json.put("ended", result.ended().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    List<TrainingListener.Progress> history = result.history();
    column("phase", history, p -> p.phase().ordinal(), contents);
    column("step", history, TrainingListener.Progress::step, contents);
    column("share", history, TrainingListener.Progress::share, contents);
    column("bound", history, TrainingListener.Progress::bound, contents);
    column("validation", history, TrainingListener.Progress::validation, contents);
    column("nanos", history, TrainingListener.Progress::nanos, contents);
    return json;
  }

  private static void column(
      String name,
      List<TrainingListener.Progress> history,
      ToDoubleFunction<TrainingListener.Progress> value,
      Contents contents) {
    contents.put(HISTORY + name, history.stream().mapToDouble(value).toArray());
  }

  /** Files of earlier releases have no end and no history, and −∞ where there was no score. */
  static TrainingResult read(Node json, Contents contents) {
    double validation = json.get("validation").number();
    Node ended = json.find("ended");
    return new TrainingResult(
        json.get("steps").whole(0, Integer.MAX_VALUE),
        json.get("bound").number(),
        validation == Double.NEGATIVE_INFINITY ? Double.NaN : validation,
        json.get("restores").whole(0, Integer.MAX_VALUE),
        json.get("jitter").number(),
        json.get("nanos").whole(),
        ended == null ? Ended.STEPS : ended(ended),
        contents.has(HISTORY + "step") ? history(contents) : List.of());
  }

  private static Ended ended(Node json) {
    String text = json.text().toUpperCase(Locale.ROOT).replace('-', '_');
    for (Ended value : Ended.values()) {
      if (value.name().equals(text)) {
        return value;
      }
    }
    throw json.wrong("steps, converged, early-stopped, time-limit, fell-back or cancelled");
  }

  private static List<TrainingListener.Progress> history(Contents contents) {
    double[] step = contents.get(HISTORY + "step");
    double[] phase = contents.finite(HISTORY + "phase", step.length);
    double[] share = contents.get(HISTORY + "share", step.length);
    double[] bound = contents.get(HISTORY + "bound", step.length);
    double[] validation = contents.get(HISTORY + "validation", step.length);
    double[] nanos = contents.get(HISTORY + "nanos", step.length);
    List<TrainingListener.Progress> history = new ArrayList<>();
    for (int i = 0; i < step.length; i++) {
      history.add(
          new TrainingListener.Progress(
              phase(phase[i]), (int) step[i], share[i], bound[i], validation[i], (long) nanos[i]));
    }
    return history;
  }

  private static TrainingListener.Phase phase(double number) {
    for (TrainingListener.Phase phase : TrainingListener.Phase.values()) {
      if (phase.ordinal() == number) {
        return phase;
      }
    }
    throw new ModelFileException(
        "array "
            + HISTORY
            + "phase: expected 0 or 1 but got "
            + number
            + "; the file was written by other software, or wrongly");
  }
}
