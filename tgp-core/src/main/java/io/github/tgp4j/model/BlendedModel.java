package io.github.tgp4j.model;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.QuantileCalibration;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.predict.Support;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * Several models that predict together: the density of a target is the weighted sum of theirs;
 * equations B1 to B3 in docs/equations.md. Where one of them predicts counts, all do: densities
 * become probabilities of whole numbers. Each part is kept within the support of its target;
 * equation B7, and the sum may be made surer than its parts are together; equation B10. What a
 * single model says of itself (likelihood, warp, scaling, training) is that of the part with the
 * largest weight.
 */
public final class BlendedModel implements Model {
  private final List<Part> parts; // by falling weight
  private final List<Support> supports; // one per target
  private final List<Sharpening> sharpenings; // one per target
  private final List<QuantileCalibration> calibrations; // one per target, or none
  private final Parallelism parallelism;

  /**
   * One of the models.
   *
   * @param name for people
   * @param weight above 0; those of all parts have the sum 1
   */
  public record Part(String name, Model model, double weight) {
    public Part {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(model, "model");
      if (model instanceof BlendedModel) {
        throw new IllegalArgumentException(
            "part " + name + ": expected a single model but got a blend; take its parts");
      }
      if (!(weight > 0 && weight <= 1)) {
        throw new IllegalArgumentException(
            "part " + name + ": expected a weight above 0 and up to 1 but got " + weight);
      }
    }
  }

  /** Of parts that have the same inputs and targets, in any order. */
  public BlendedModel(List<Part> parts) {
    this(parts, null);
  }

  /**
   * The same, each part kept within what the targets can be.
   *
   * @param supports one per target; null for none
   */
  public BlendedModel(List<Part> parts, List<Support> supports) {
    this(sorted(parts), supports, null, List.of(), Parallelism.ALL);
    Model first = this.parts.get(0).model();
    if (this.supports.size() != first.targets()) {
      throw new IllegalArgumentException(
          "supports: expected " + first.targets() + ", one per target, but got " + supports.size());
    }
    double sum = 0.0;
    for (Part part : this.parts) {
      Model model = part.model();
      if (model.inputs() != first.inputs() || model.targets() != first.targets()) {
        throw new IllegalArgumentException(
            "part "
                + part.name()
                + ": expected "
                + first.inputs()
                + " inputs and "
                + first.targets()
                + " targets, as the others have, but got "
                + model.inputs()
                + " and "
                + model.targets());
      }
      sum += part.weight();
    }
    if (!(Math.abs(sum - 1.0) <= 1e-9)) {
      throw new IllegalArgumentException("weights: expected the sum 1 but got " + sum);
    }
  }

  private BlendedModel(
      List<Part> parts,
      List<Support> supports,
      List<Sharpening> sharpenings,
      List<QuantileCalibration> calibrations,
      Parallelism parallelism) {
    this.parts = parts;
    this.calibrations = List.copyOf(calibrations);
    int targets = parts.get(0).model().targets();
    this.sharpenings =
        sharpenings == null
            ? Collections.nCopies(targets, Sharpening.NONE)
            : List.copyOf(sharpenings);
    this.supports =
        supports == null ? Collections.nCopies(targets, Support.REAL) : List.copyOf(supports);
    this.parallelism = parallelism;
  }

  private static List<Part> sorted(List<Part> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("blend: expected at least one part but got none");
    }
    return parts.stream()
        .sorted(Comparator.comparingDouble(Part::weight).reversed().thenComparing(Part::name))
        .toList();
  }

  /** By falling weight. */
  public List<Part> parts() {
    return parts;
  }

  /** The values that a target can take. */
  public Support support(int target) {
    return supports.get(target);
  }

  /** The same of other parts. */
  public BlendedModel withParts(List<Part> others) {
    return new BlendedModel(sorted(others), supports, sharpenings, calibrations, parallelism);
  }

  /** How much surer than the weighted sum of its parts it is of a target. */
  public Sharpening sharpening(int target) {
    return sharpenings.get(target);
  }

  /**
   * The same, surer or less sure of its targets than the weighted sum of its parts; equation B10 in
   * docs/equations.md. Calibrations, which were of another distribution, are gone.
   *
   * @param values one per target
   * @throws IllegalArgumentException for targets that are classes, which have no quantiles
   */
  public BlendedModel withSharpenings(List<Sharpening> values) {
    if (values.size() != targets()) {
      throw new IllegalArgumentException(
          "sharpenings: expected " + targets() + ", one per target, but got " + values.size());
    }
    for (int o = 0; o < values.size(); o++) {
      if (!values.get(o).isNone()) {
        requireNumbers("sharpenings", o);
      }
    }
    return new BlendedModel(parts, supports, values, List.of(), parallelism);
  }

  /** How quantiles were recalibrated, one per target; empty where they were not. */
  public List<QuantileCalibration> calibrations() {
    return calibrations;
  }

  /**
   * The same with recalibrated quantiles; equation B9 in docs/equations.md.
   *
   * @param values one per target, of what this model predicts without them; empty for none
   * @throws IllegalArgumentException for targets that are classes, which have no quantiles
   */
  public BlendedModel withCalibrations(List<QuantileCalibration> values) {
    if (!values.isEmpty() && values.size() != targets()) {
      throw new IllegalArgumentException(
          "calibrations: expected " + targets() + ", one per target, but got " + values.size());
    }
    for (int o = 0; o < values.size(); o++) {
      requireNumbers("calibrations", o);
    }
    return new BlendedModel(parts, supports, sharpenings, values, parallelism);
  }

  private void requireNumbers(String what, int target) {
    if (likelihood(target).classes() > 0) {
      throw new IllegalArgumentException(
          what
              + ": expected targets of numbers but target "
              + target
              + " is classes, which have no quantiles; leave them out");
    }
  }

  /** The model with the largest weight. */
  public Model main() {
    return parts.get(0).model();
  }

  @Override
  public int inputs() {
    return main().inputs();
  }

  @Override
  public int targets() {
    return main().targets();
  }

  @Override
  public List<Prediction> predictAll(Matrix x) {
    List<List<Prediction>> all = parts.stream().map(part -> part.model().predictAll(x)).toList();
    double[] weights = parts.stream().mapToDouble(Part::weight).toArray();
    List<Prediction> out = new ArrayList<>();
    for (int o = 0; o < targets(); o++) {
      int target = o;
      List<Prediction> of =
          all.stream()
              .map(part -> part.get(target).within(supports.get(target), parallelism))
              .toList();
      boolean counts = x.rows > 0 && of.stream().anyMatch(part -> isCount(part.row(0)));
      Prediction blend =
          Prediction.blend(
                  counts ? of.stream().map(Prediction::rounded).toList() : of, parallelism, weights)
              .sharpened(sharpenings.get(o), parallelism);
      out.add(
          calibrations.isEmpty() ? blend : blend.calibrated(calibrations.get(o), supports.get(o)));
    }
    return List.copyOf(out);
  }

  private static boolean isCount(Distribution row) {
    return row.discrete() && row.classes() == 0;
  }

  @Override
  public BlendedModel withParallelism(int threads) {
    return new BlendedModel(
        parts.stream()
            .map(p -> new Part(p.name(), p.model().withParallelism(threads), p.weight()))
            .toList(),
        supports,
        sharpenings,
        calibrations,
        Parallelism.of(threads));
  }

  /** The processor predicts with the parts that no device knows, such as constants and trees. */
  @Override
  public BlendedModel withDevice(String device) {
    if (parts.stream().noneMatch(part -> part.model() instanceof TgpModel)) {
      main().withDevice(device); // says why not
    }
    return withParts(
        parts.stream()
            .map(
                part ->
                    part.model() instanceof TgpModel tgp
                        ? new Part(part.name(), tgp.withDevice(device), part.weight())
                        : part)
            .toList());
  }

  @Override
  public Likelihood likelihood(int target) {
    return main().likelihood(target);
  }

  @Override
  public double[] warp(int target, double[] f) {
    return main().warp(target, f);
  }

  /** Of a part, numbered from 1 in the order of {@link #parts}: {@code "2/covariance.variance"}. */
  @Override
  public double[] parameter(String name) {
    for (int k = 0; k < parts.size(); k++) {
      String prefix = prefix(k);
      if (name.startsWith(prefix)) {
        return parts.get(k).model().parameter(name.substring(prefix.length()));
      }
    }
    throw new IllegalArgumentException(
        "parameter "
            + name
            + ": expected the number of a part before it, such as 1/"
            + name
            + ", of "
            + parts.size()
            + " parts");
  }

  @Override
  public List<String> parameterNames() {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      for (String name : parts.get(k).model().parameterNames()) {
        names.add(prefix(k) + name);
      }
    }
    return names;
  }

  private static String prefix(int part) {
    return part + 1 + "/";
  }

  @Override
  public Scaling inputScaling() {
    return main().inputScaling();
  }

  @Override
  public Scaling targetScaling() {
    return main().targetScaling();
  }

  /** That of the main part; steps and time are those of all parts together. */
  @Override
  public TrainingResult trainingResult() {
    TrainingResult main = main().trainingResult();
    int steps = 0;
    long nanos = 0;
    for (Part part : parts) {
      steps += part.model().trainingResult().steps();
      nanos += part.model().trainingResult().nanos();
    }
    return new TrainingResult(
        steps,
        main.bound(),
        main.validation(),
        main.restores(),
        main.jitter(),
        nanos,
        main.ended(),
        main.history());
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner("; ", "blend of " + parts.size() + " models: ", "");
    for (Part part : parts) {
      text.add(String.format(Locale.ROOT, "%.1f%% %s", 100 * part.weight(), part.model()));
    }
    return (parts.size() == 1 ? main().toString() : text.toString()) + within() + surer();
  }

  private String surer() {
    return sharpenings.stream().allMatch(Sharpening::isNone)
        ? ""
        : sharpenings.stream()
            .map(each -> String.format(Locale.ROOT, "%.3g", each.power()))
            .collect(Collectors.joining(", ", ", odds of levels to the power ", ""));
  }

  private String within() {
    List<String> ends =
        supports.stream().filter(each -> !each.isReal()).map(Support::describe).toList();
    String values = ends.isEmpty() ? "" : ", values " + String.join(" and ", ends);
    return calibrations.isEmpty() ? values : values + ", " + calibrations.get(0);
  }
}
