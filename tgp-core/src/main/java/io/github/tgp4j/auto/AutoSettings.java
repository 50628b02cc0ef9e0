package io.github.tgp4j.auto;

import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.engine.Accelerators;
import io.github.tgp4j.model.Tgp;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What {@link AutoFit} is asked for: plain values, the same for the command, a service or a
 * cluster.
 *
 * @param kind of model; {@link ModelKind#AUTO} tries several
 * @param candidates what AUTO tries beside the plain GP; empty: what fits the target
 * @param texts parts of the model that the user decides
 * @param model settings beside these parts
 * @param budget how hard to fit
 * @param validation share of the rows held out to choose and to score; null: by the number of rows;
 *     0: none
 * @param single one model at the end in place of a blend of several
 * @param seed of everything random
 * @param threads the result does not depend on it
 * @param device where rows are computed with: cpu, cuda or auto, as {@link Tgp#device} says
 */
public record AutoSettings(
    ModelKind kind,
    List<ModelRequest> candidates,
    ModelTexts texts,
    ModelSettings model,
    FitBudget budget,
    Double validation,
    boolean single,
    long seed,
    int threads,
    String device) {
  /** Models that the processor alone computes. */
  private static final Set<ModelKind> NOT_ON_DEVICES =
      EnumSet.of(
          ModelKind.CONSTANT,
          ModelKind.FOREST,
          ModelKind.DGP2,
          ModelKind.DGP3,
          ModelKind.DGP4,
          ModelKind.GSP,
          ModelKind.T_PROCESS,
          ModelKind.CONDITIONED_FLOW,
          ModelKind.EXACT,
          ModelKind.WGP);

  /** Everything left open, on all cores. */
  public static final AutoSettings DEFAULT =
      new AutoSettings(
          ModelKind.AUTO,
          List.of(),
          ModelTexts.OPEN,
          ModelSettings.OPEN,
          FitBudget.OPEN,
          null,
          false,
          1L,
          Runtime.getRuntime().availableProcessors(),
          Accelerators.CPU);

  public AutoSettings {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(texts, "texts");
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(budget, "budget");
    Accelerators.check(device);
    if (NOT_ON_DEVICES.contains(kind)
        && !List.of(Accelerators.CPU, Accelerators.AUTO).contains(device)) {
      throw new IllegalArgumentException(
          "device: expected cpu for the model " + kind.text() + " but got " + device);
    }
    FitBudget used = budget.of(kind);
    refuseIdle(kind, "inducing", budget.inducing(), used.inducing());
    refuseIdle(kind, "epochs", budget.epochs(), used.epochs());
    refuseIdle(kind, "batch", budget.batch(), used.batch());
    candidates = List.copyOf(candidates);
    if (validation != null && !(validation >= 0 && validation < 1)) {
      throw new IllegalArgumentException(
          "validation: expected a share from 0 up to, not including, 1 but got " + validation);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads: expected at least 1 but got " + threads);
    }
    if (!candidates.isEmpty() && (texts.flow() != null || texts.warp() != null)) {
      throw new IllegalArgumentException(
          "candidates: expected them without a flow or warp for all; write it with each");
    }
    if (kind != ModelKind.AUTO && (single || budget.quality() != Quality.GOOD)) {
      throw new IllegalArgumentException(
          (single ? "single" : "quality " + budget.quality().text())
              + ": expected the model auto, whose search it is of, but got "
              + kind.text()
              + "; leave one of them out");
    }
    if (kind != ModelKind.AUTO && !candidates.isEmpty()) {
      throw new IllegalArgumentException(
          "candidates: expected none, since the model " + kind.text() + " is asked for");
    }
  }

  private static void refuseIdle(ModelKind kind, String name, Object value, Object used) {
    if (value != null && used == null) {
      throw new IllegalArgumentException(
          name
              + " "
              + value
              + ": the model "
              + kind.text()
              + " has no such setting; leave it out, or use another model");
    }
  }

  public AutoSettings withKind(ModelKind value) {
    return new AutoSettings(
        value, candidates, texts, model, budget, validation, single, seed, threads, device);
  }

  public AutoSettings withCandidates(List<ModelRequest> value) {
    return new AutoSettings(
        kind, value, texts, model, budget, validation, single, seed, threads, device);
  }

  public AutoSettings withTexts(ModelTexts value) {
    return new AutoSettings(
        kind, candidates, value, model, budget, validation, single, seed, threads, device);
  }

  public AutoSettings withModel(ModelSettings value) {
    return new AutoSettings(
        kind, candidates, texts, value, budget, validation, single, seed, threads, device);
  }

  /** The texts, with the likelihood that a robust loss belongs to. */
  ModelTexts textsWithLoss() {
    String loss = model.get(Setting.LOSS);
    if (loss == null) {
      return texts;
    }
    if (texts.likelihood() != null && !texts.likelihood().trim().equals("gaussian")) {
      throw new IllegalArgumentException(
          "loss: expected the likelihood gaussian, of which "
              + loss
              + " is a loss, but got "
              + texts.likelihood()
              + "; leave one of them out");
    }
    return texts.withLikelihood(ModelSettings.robust(loss));
  }

  public AutoSettings withBudget(FitBudget value) {
    return new AutoSettings(
        kind, candidates, texts, model, value, validation, single, seed, threads, device);
  }

  /** With a share of the rows held out; 0 for none. */
  public AutoSettings withValidation(double share) {
    return new AutoSettings(
        kind, candidates, texts, model, budget, share, single, seed, threads, device);
  }

  /** With one model at the end in place of a blend of several. */
  public AutoSettings withSingle(boolean value) {
    return new AutoSettings(
        kind, candidates, texts, model, budget, validation, value, seed, threads, device);
  }

  public AutoSettings withSeed(long value) {
    return new AutoSettings(
        kind, candidates, texts, model, budget, validation, single, value, threads, device);
  }

  public AutoSettings withDevice(String value) {
    return new AutoSettings(
        kind, candidates, texts, model, budget, validation, single, seed, threads, value);
  }

  public AutoSettings withThreads(int count) {
    return new AutoSettings(
        kind, candidates, texts, model, budget, validation, single, seed, count, device);
  }

  /** What targets are taken for where the user named a model or its parts. */
  public TargetKind targetKind() {
    if (model.get(Setting.LOSS) != null) {
      return TargetKind.NUMBERS;
    }
    if (texts.likelihood() != null) {
      return texts.wantsClasses() ? TargetKind.CLASSES : TargetKind.NUMBERS;
    }
    boolean numbers =
        texts.warp() != null
            || kind.isOfNumbers()
            || candidates.stream().anyMatch(request -> request.kind().isOfNumbers());
    return numbers ? TargetKind.NUMBERS : TargetKind.DETECTED;
  }

  /** Everything that decides the result, for a model file and to check a resumed run against. */
  public Map<String, String> asText() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("model", kind.text());
    if (!candidates.isEmpty()) {
      out.put("candidates", String.join("; ", candidates.stream().map(Object::toString).toList()));
    }
    put(out, "kernel", texts.kernel());
    put(out, "flow", texts.flow());
    put(out, "warp", texts.warp());
    put(out, "likelihood", texts.likelihood());
    model.values().forEach((setting, value) -> out.put(setting.text(), value));
    put(out, "quality", budget.quality().text());
    put(out, "inducing", budget.inducing());
    put(out, "epochs", budget.epochs());
    put(out, "time-limit", budget.timeLimit() == null ? null : seconds(budget.timeLimit()));
    put(out, "batch", budget.batch());
    put(out, "seed", seed);
    put(out, "validation", validation);
    put(out, "single", single ? "true" : null);
    put(out, "device", device.equals(Accelerators.CPU) ? null : device);
    return out;
  }

  private static void put(Map<String, String> to, String name, Object value) {
    if (value != null) {
      to.put(name, value.toString());
    }
  }

  /** "90 s", "1.5 s". */
  private static String seconds(Duration time) {
    String text = String.format(Locale.ROOT, "%.3f", time.toMillis() / 1e3);
    return text.replaceFirst("\\.?0+$", "") + " s";
  }
}
