package io.github.tgp4j.auto;

import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetFacts;
import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns what the user said, and what the target looks like, into models to fit: the first is the
 * plain GP that the others are measured by.
 */
final class Recipes {
  /** From here on networks get two layers, as in the paper's larger data sets. */
  private static final int LARGE = Preset.LARGE;

  private static final int MOST_CLASSES = 50;
  private static final int INDUCING = 100;
  static final String CLASS_NETWORK = "affine @ mlp(200,200, relu, dropout=0.1, shared)";

  /** A value of {@link Setting#INPUTS}. */
  static final String RANKS = "ranks";

  private static final String STANDARD = "standard";

  private final AutoSettings settings;
  private final ModelTexts texts;
  private final String plainKernel; // null for that of the texts
  private final String otherInputs; // that the best quality tries too; null for none
  private final List<Target> targets;
  private final long rows;
  private final int inputs;

  Recipes(AutoSettings settings, List<Target> targets, RowStore table) {
    this.settings = settings;
    this.texts = settings.textsWithLoss();
    this.plainKernel = null;
    this.otherInputs = null;
    this.targets = targets;
    this.rows = table.rows();
    this.inputs = table.inputs();
  }

  /** Of the same table. */
  private Recipes(
      Recipes same,
      AutoSettings settings,
      ModelTexts texts,
      String plainKernel,
      String otherInputs) {
    this.settings = settings;
    this.texts = texts;
    this.plainKernel = plainKernel;
    this.otherInputs = otherInputs;
    this.targets = same.targets;
    this.rows = same.rows;
    this.inputs = same.inputs;
  }

  private Recipes with(ModelTexts other) {
    return new Recipes(this, settings, other, null, otherInputs);
  }

  /** The same with another warp, unless the user gave one. */
  Recipes withWarp(String warp) {
    return with(texts.withWarp(texts.warp() == null ? warp : texts.warp()));
  }

  /** The same where the plain GP, whose steps are few, has a covariance of its own. */
  Recipes withPlainKernel(String kernel) {
    return new Recipes(this, settings, texts, kernel, otherInputs);
  }

  /** The same with another covariance. */
  Recipes withKernel(String other) {
    return with(texts.withKernel(other));
  }

  /**
   * The same with inputs by ranks.
   *
   * @param forAll for all models; otherwise for one more of them where the quality is the best
   */
  Recipes withRanks(boolean forAll) {
    AutoSettings changed =
        forAll ? settings.withModel(settings.model().with(Setting.INPUTS, RANKS)) : settings;
    return new Recipes(this, changed, texts, plainKernel, forAll ? STANDARD : RANKS);
  }

  /** The models to choose from where {@code kind} is AUTO; one for any other. */
  List<Recipe> of(ModelKind kind) {
    List<Recipe> all = new ArrayList<>();
    if (kind != ModelKind.AUTO) {
      all.add(single(kind));
    } else if (texts.flow() != null || texts.warp() != null) {
      all.add(plain());
      addNew(all, single(texts.warp() != null ? ModelKind.VWGP : kindOf(texts.flow())));
    } else if (!settings.candidates().isEmpty()) {
      all.add(plain());
      for (ModelRequest request : settings.candidates()) {
        addNew(all, requested(request));
      }
    } else {
      all.addAll(new Candidates(this).list());
    }
    settings.model().requireUse(kind, all);
    return all;
  }

  /** The recipes by names that differ. */
  static Map<String, Recipe> named(List<Recipe> recipes) {
    Map<String, Recipe> named = new LinkedHashMap<>();
    for (Recipe recipe : recipes) {
      named.put(name(recipe, recipes), recipe);
    }
    return named;
  }

  /** As short as tells it from the others. */
  private static String name(Recipe recipe, List<Recipe> all) {
    List<Recipe> same = all.stream().filter(r -> r.name().equals(recipe.name())).toList();
    String name = recipe.name();
    if (same.stream().map(Recipe::flow).distinct().count() > 1) {
      name += ", flow " + recipe.flow();
    }
    if (same.stream().map(Recipe::kernel).distinct().count() > 1) {
      name += ", kernel " + recipe.kernel();
    }
    if (same.stream().map(Recipe::inputs).distinct().count() > 1) {
      name += ", inputs " + recipe.inputs();
    }
    return recipe.draw() == 0 ? name : name + " #" + (recipe.draw() + 1);
  }

  static void addNew(List<Recipe> to, Recipe recipe) {
    if (!to.contains(recipe)) {
      to.add(recipe);
    }
  }

  private Recipe requested(ModelRequest request) {
    return request.flow() == null
        ? single(request.kind())
        : with(texts.withFlow(request.flow())).single(request.kind());
  }

  private static ModelKind kindOf(String flow) {
    FlowSpec spec = Specs.flowSpec(flow);
    if (spec.dependsOnInput()) {
      return spec.isBayesian() ? ModelKind.VB_TGP : ModelKind.BA_TGP;
    }
    return flow.equals("identity") ? ModelKind.SVGP : ModelKind.TGP;
  }

  /** The plain model, for a baseline. */
  Recipe plain() {
    Recipe recipe = recipe(ModelKind.SVGP, "identity", plainLikelihood());
    return plainKernel == null ? recipe : recipe.withKernel(plainKernel);
  }

  private Recipe single(ModelKind kind) {
    if (targets.size() > 1 && !kind.takesSeveralTargets()) {
      throw new IllegalArgumentException(
          "model "
              + kind.text()
              + ": expected one target but got "
              + targets.size()
              + "; fit one model for each, or use the model svgp or tgp");
    }
    Refusals refuse = new Refusals(texts, classCount());
    refuse.likelihood(kind);
    refuse.warp(kind);
    return switch (kind) {
      case SVGP, DGP2, DGP3, DGP4 -> {
        refuse.flow(kind);
        yield recipe(kind, "identity", plainLikelihood());
      }
      case EXACT -> {
        refuse.flow(kind);
        yield recipe(kind, "identity", "gaussian");
      }
      case TGP -> recipe(kind, flowOr(smallFlow("sal(3)")), plainLikelihood());
      case T_PROCESS -> nonMarginal(kind, flowOr("identity"));
      case CONDITIONED_FLOW -> nonMarginal(kind, flowOr("sal(1)"));
      case GSP -> recipe(kind, flowOr("sal(1)"), plainLikelihood());
      case PE_TGP, BA_TGP -> recipe(kind, flowOr(network(false)), plainLikelihood());
      case VB_TGP -> recipe(kind, flowOr(network(true)), plainLikelihood());
      case ETGP -> oneProcess(flowOr(CLASS_NETWORK));
      case VWGP, WGP -> warped(kind, flowOr("identity"));
      case WARPED_TGP -> warped(kind, flowOr("sal(1)"));
      case WARPED_BA_TGP -> warped(kind, flowOr(network(false)));
      case FOREST -> {
        refuse.gp(kind);
        yield forest();
      }
      case CONSTANT -> {
        refuse.gp(kind);
        yield constant();
      }
      case AUTO -> throw new IllegalStateException("auto is not a single model");
    };
  }

  /** One GP for all classes. */
  Recipe oneProcess(String flow) {
    int classes = classCount();
    if (classes == 0) {
      throw new IllegalArgumentException(
          "model etgp: expected a target of classes but got numbers; use the model ba-tgp");
    }
    String likelihood = "categorical(" + classes + ")";
    if (texts.likelihood() != null && !texts.likelihoodFor(classes).equals(likelihood)) {
      throw new IllegalArgumentException(
          "model etgp: has the likelihood " + likelihood + ", not " + texts.likelihood());
    }
    return recipe(ModelKind.ETGP, flow, likelihood);
  }

  private Recipe nonMarginal(ModelKind kind, String flow) {
    String likelihood = plainLikelihood();
    if (Specs.likelihood(likelihood).latents() != 1) {
      throw new IllegalArgumentException(
          "model "
              + kind.text()
              + ": expected a target of numbers or of two classes but got "
              + likelihood
              + "; use the model svgp or tgp");
    }
    String asked = settings.model().get(Setting.PROCESS);
    if (asked != null && !asked.startsWith(kind.text())) {
      throw new IllegalArgumentException(
          "process: expected one of the model " + kind.text() + " but got " + asked);
    }
    return recipe(kind, flow, likelihood);
  }

  private String flowOr(String usual) {
    return texts.flow() != null ? texts.flow() : usual;
  }

  Recipe recipe(ModelKind kind, String flow, String likelihood) {
    return with(new Recipe(kind, kernel(), flow, likelihood, null, inducing(), ModelSettings.OPEN));
  }

  /** With those of the user's settings that its model has. */
  private Recipe with(Recipe recipe) {
    return recipe.withSettings(settings.model().of(recipe));
  }

  private String kernel() {
    return texts.kernel() != null ? texts.kernel() : Candidates.USUAL_KERNEL;
  }

  private int inducing() {
    Integer asked = settings.budget().inducing();
    return (int) Math.min(rows, asked != null ? asked : INDUCING);
  }

  AutoSettings settings() {
    return settings;
  }

  /** Whether the likelihood is left to the search. */
  boolean isOpen() {
    return texts.likelihood() == null;
  }

  /** How inputs are treated that the best quality tries too; null for none. */
  String otherInputs() {
    return otherInputs;
  }

  boolean hasOneTarget() {
    return targets.size() == 1;
  }

  long rows() {
    return rows;
  }

  int inputs() {
    return inputs;
  }

  /** Random trees. */
  Recipe forest() {
    return recipe(ModelKind.FOREST, "identity", plainLikelihood());
  }

  /** The same distribution for every row. */
  Recipe constant() {
    return recipe(ModelKind.CONSTANT, "identity", plainLikelihood());
  }

  boolean everyNature(TargetNature nature) {
    return targets.stream().allMatch(t -> t.nature() == nature);
  }

  private boolean allAboveZero() {
    return classCount() == 0
        && targets.stream().allMatch(t -> t.facts().least() >= 0 && t.facts().most() > 0);
  }

  int classCount() {
    return targets.stream().mapToInt(Target::classes).max().orElse(0);
  }

  /** Flows of several latent functions cost as many times more: a small one for classes. */
  private String smallFlow(String usual) {
    return classCount() > 0 ? "sal(1)" : usual;
  }

  String network(boolean bayes) {
    return rows <= LARGE
        ? "sal(1) @ mlp(25, tanh, " + (bayes ? "bayes" : "dropout=0.5") + ")"
        : "sal(3) @ mlp(50,50, relu, " + (bayes ? "bayes" : "dropout=0.25") + ")";
  }

  /** What the user said, or what fits the target. */
  String plainLikelihood() {
    if (texts.likelihood() != null) {
      return texts.likelihoodFor(classCount());
    }
    int count = classCount();
    if (count == 0) {
      return "gaussian";
    }
    if (count > MOST_CLASSES) {
      throw new IllegalArgumentException(
          "target "
              + targets.get(0).name()
              + ": expected at most "
              + MOST_CLASSES
              + " classes but got "
              + count
              + "; is it an identifier or free text? Name another column, or join rare classes");
    }
    if (targets.stream().anyMatch(target -> target.classes() != count)) {
      throw new IllegalArgumentException(
          "target: expected targets of one kind but got "
              + String.join(
                  ", ", targets.stream().map(t -> t.name() + " (" + t.describe() + ")").toList())
              + "; fit one model for each");
    }
    return count == 2 ? "bernoulli(probit)" : "categorical(" + count + ")";
  }

  /** With a warped target, and a detection limit where some targets lie on the warp's edge. */
  Recipe warped(ModelKind kind, String flow) {
    if (classCount() > 0) {
      throw new IllegalArgumentException(
          "model " + kind.text() + ": expected a target of numbers, to be warped, but got classes");
    }
    String usual = allAboveZero() ? "sal(1) > softplus" : "sal(1)";
    String warp = texts.warp() != null ? texts.warp() : usual;
    Interval range = Specs.flow(warp).range(Interval.REAL);
    List<TargetFacts> facts = targets.stream().map(Target::facts).toList();
    boolean edge = facts.stream().anyMatch(t -> t.least() <= range.lower());
    boolean inside = facts.stream().allMatch(t -> t.least() >= range.lower());
    String censor = "";
    if (edge && inside && kind.isSparse()) {
      double limit = facts.stream().mapToDouble(TargetFacts::detectionLimit).min().orElseThrow();
      censor = ", censor=" + limit;
    }
    String likelihood = "warped(" + warp + censor + ")";
    return with(new Recipe(kind, kernel(), flow, likelihood, warp, inducing(), ModelSettings.OPEN));
  }
}
