package io.github.tgp4j.cli;

import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.spec.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Turns what the user said, and what the target looks like, into models to fit: the first is the
 * plain GP that the others are measured by.
 */
final class Recipes {
  /** From here on networks get two layers, as in the paper's larger data sets. */
  private static final int LARGE = 4000;

  private static final int MOST_CLASSES = 50;

  /** From smooth to rough, what {@code --model auto} tries; the first is the usual one. */
  static final List<String> KERNELS = List.of("rbf", "matern32", "matern12");

  private final ModelOptions options;
  private final List<Target> targets;
  private final long rows;
  private final String kernel;

  Recipes(ModelOptions options, List<Target> targets, long rows) {
    this(options, targets, rows, options.kernel != null ? options.kernel : KERNELS.get(0));
  }

  private Recipes(ModelOptions options, List<Target> targets, long rows, String kernel) {
    this.options = options;
    this.targets = targets;
    this.rows = rows;
    this.kernel = kernel;
  }

  /** The same with another covariance. */
  Recipes withKernel(String other) {
    return new Recipes(options, targets, rows, other);
  }

  /** The models to choose from for {@code --model auto}; one for any other. */
  List<Recipe> of(ModelKind kind) {
    if (targets.size() > 1 && !kind.takesSeveralTargets()) {
      throw new UserException(
          "--model "
              + kind.text()
              + ": expected one target but got "
              + targets.size()
              + "; fit one model for each, or use --model svgp or tgp");
    }
    if (kind != ModelKind.AUTO) {
      return List.of(single(kind));
    }
    if (options.flow != null || options.warp != null) {
      Recipe given = single(options.warp != null ? ModelKind.VWGP : kindOf(options.flow));
      Recipe plain = recipe(ModelKind.SVGP, "identity", plainLikelihood());
      return given.equals(plain) ? List.of(plain) : List.of(plain, given);
    }
    return candidates();
  }

  private static ModelKind kindOf(String flow) {
    if (!Specs.flowSpec(flow).dependsOnInput()) {
      return flow.equals("identity") ? ModelKind.SVGP : ModelKind.TGP;
    }
    return flow.contains("bayes") ? ModelKind.VB_TGP : ModelKind.BA_TGP;
  }

  /** The plain model, for a baseline. */
  Recipe plain() {
    return recipe(ModelKind.SVGP, "identity", plainLikelihood());
  }

  private Recipe single(ModelKind kind) {
    return switch (kind) {
      case SVGP, DGP2, DGP3, DGP4 -> {
        refuseFlow(kind);
        yield recipe(kind, "identity", plainLikelihood());
      }
      case EXACT -> {
        refuseFlow(kind);
        yield recipe(kind, "identity", "gaussian");
      }
      case TGP -> recipe(kind, flowOr(smallFlow("sal(3)")), plainLikelihood());
      case GSP -> recipe(kind, flowOr("sal(1)"), plainLikelihood());
      case PE_TGP, BA_TGP -> recipe(kind, flowOr(network("dropout")), plainLikelihood());
      case VB_TGP -> recipe(kind, flowOr(network("bayes")), plainLikelihood());
      case VWGP, WGP -> {
        if (options.likelihood != null) {
          throw new UserException(
              "--model " + kind.text() + ": takes --warp, not --likelihood " + options.likelihood);
        }
        yield recipe(kind, flowOr("identity"), warped(kind == ModelKind.VWGP));
      }
      case AUTO -> throw new IllegalStateException("auto is not a single model");
    };
  }

  private void refuseFlow(ModelKind kind) {
    if (options.flow != null && !options.flow.equals("identity")) {
      throw new UserException(
          "--model " + kind.text() + ": has no flow; leave --flow out, or use --model tgp");
    }
  }

  private String flowOr(String usual) {
    return options.flow != null ? options.flow : usual;
  }

  private Recipe recipe(ModelKind kind, String flow, String likelihood) {
    return new Recipe(
        kind,
        kernel,
        flow,
        likelihood,
        (int) Math.min(rows, options.inducing != null ? options.inducing : 100));
  }

  private List<Recipe> candidates() {
    List<Recipe> out = new ArrayList<>();
    String plain = plainLikelihood();
    out.add(plain());
    if (everyNature(TargetNature.COUNT) && options.likelihood == null) {
      out.add(recipe(ModelKind.SVGP, "identity", "poisson"));
      out.add(recipe(ModelKind.SVGP, "identity", "negative-binomial"));
    }
    if (everyNature(TargetNature.PROPORTION) && options.likelihood == null) {
      out.add(recipe(ModelKind.SVGP, "identity", "beta"));
    }
    out.add(recipe(ModelKind.TGP, smallFlow("sal(3)"), plain));
    if (options.likelihood == null && plain.equals("gaussian")) {
      out.add(recipe(ModelKind.SVGP, "identity", "student-t(4, learnt)"));
      if (allAboveZero()) {
        out.add(recipe(ModelKind.VWGP, "identity", warped(true)));
      }
    }
    if (classCount() <= 2) {
      out.add(recipe(ModelKind.BA_TGP, network("dropout"), plain));
    }
    return out;
  }

  private boolean everyNature(TargetNature nature) {
    return targets.stream().allMatch(t -> t.nature() == nature);
  }

  private boolean allAboveZero() {
    return classCount() == 0
        && targets.stream().allMatch(t -> t.facts().least() >= 0 && t.facts().most() > 0);
  }

  private int classCount() {
    return targets.stream().mapToInt(Target::classes).max().orElse(0);
  }

  /** Flows of several latent functions cost as many times more: a small one for classes. */
  private String smallFlow(String usual) {
    return classCount() > 0 ? "sal(1)" : usual;
  }

  private String network(String kind) {
    String last = kind.equals("bayes") ? "bayes" : null;
    if (rows <= LARGE) {
      return "sal(1) @ mlp(25, tanh, " + (last == null ? "dropout=0.5" : last) + ")";
    }
    return "sal(3) @ mlp(50,50, relu, " + (last == null ? "dropout=0.25" : last) + ")";
  }

  /** What the user said, or what fits the target. */
  private String plainLikelihood() {
    if (options.likelihood != null) {
      return withClasses(options.likelihood);
    }
    int count = classCount();
    if (count == 0) {
      return "gaussian";
    }
    if (count > MOST_CLASSES) {
      throw new UserException(
          "--target: expected at most "
              + MOST_CLASSES
              + " classes but got "
              + count
              + "; is it an identifier or free text? Name another column, or join rare classes");
    }
    if (targets.stream().anyMatch(target -> target.classes() != count)) {
      throw new UserException(
          "--target: expected targets of one kind but got "
              + String.join(
                  ", ", targets.stream().map(t -> t.name() + " (" + t.describe() + ")").toList())
              + "; fit one model for each");
    }
    return count == 2 ? "bernoulli(probit)" : "categorical(" + count + ")";
  }

  /** "categorical" alone means as many classes as there are. */
  private String withClasses(String text) {
    String name = text.trim().toLowerCase(Locale.ROOT);
    if ((name.equals("categorical") || name.equals("ordinal")) && classCount() > 0) {
      return name + "(" + Math.max(2, classCount()) + ")";
    }
    return text;
  }

  private String warped(boolean mayCensor) {
    if (classCount() > 0) {
      throw new UserException("--model vwgp, --warp: expected a target of numbers but got classes");
    }
    boolean positive = allAboveZero();
    String warp = options.warp != null ? options.warp : positive ? "sal(1) > softplus" : "sal(1)";
    Interval range = Specs.flow(warp).range(Interval.REAL);
    boolean edge = targets.stream().anyMatch(t -> t.facts().least() <= range.lower());
    if (edge && mayCensor && targets.stream().allMatch(t -> t.facts().least() >= range.lower())) {
      double limit =
          targets.stream().mapToDouble(t -> t.facts().detectionLimit()).min().orElseThrow();
      return "warped(" + warp + ", censor=" + limit + ")";
    }
    return "warped(" + warp + ")";
  }

  /** What targets are taken for where the user named a model or its parts. */
  static TargetKind targetKind(ModelKind kind, ModelOptions options) {
    if (options.likelihood != null) {
      return wantsClasses(options.likelihood) ? TargetKind.CLASSES : TargetKind.NUMBERS;
    }
    boolean numbers =
        options.warp != null
            || kind == ModelKind.VWGP
            || kind == ModelKind.WGP
            || kind == ModelKind.EXACT;
    return numbers ? TargetKind.NUMBERS : TargetKind.DETECTED;
  }

  /** Whether a likelihood, as the user wrote it, is about classes. */
  private static boolean wantsClasses(String likelihood) {
    String name = likelihood.trim().toLowerCase(Locale.ROOT);
    return name.equals("categorical")
        || name.equals("ordinal")
        || Specs.likelihood(likelihood).classes() > 0;
  }
}
