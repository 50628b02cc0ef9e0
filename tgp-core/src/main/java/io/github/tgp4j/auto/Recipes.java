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
  private static final int MOST_DEEP_ROWS = 20_000;
  private static final String STUDENT = "student-t(4, learnt)";
  private static final String NOISE_GP = "gaussian(noise=gp)";
  private static final String STUDENT_NOISE_GP = "student-t(4, learnt, noise=gp)";

  /** For classes whose borders lie along the inputs; its cost grows with the inputs. */
  private static final String PER_INPUT = "per-input(constant + matern12)";

  private static final int MOST_PER_INPUT = 8;
  private static final int MOST_EACH = 8;
  private static final String CLASS_NETWORK = "affine @ mlp(200,200, relu, dropout=0.1, shared)";
  private static final String SMALL_CLASS_NETWORK =
      "affine @ mlp(50,50, relu, dropout=0.25, shared)";
  private static final String SPLINE = "rq-spline(8)";
  private static final String SMALL_NETWORK = "sal(1) @ mlp(25, tanh, dropout=0.5)";
  private static final String RELU_NETWORK = "sal(3) @ mlp(50,50, relu, dropout=0.25)";
  private static final String LIGHT_NETWORK = "sal(3) @ mlp(50,50, relu, dropout=0.1)";
  private static final String TANH_NETWORK = "sal(1) @ mlp(50,50, tanh, dropout=0.25)";

  /** What AUTO tries; the first is the usual one. */
  private static final List<String> KERNELS =
      List.of("rbf", "matern32", "matern12", "rbf + linear");

  /** What the plain GP alone tries besides: steps with sums take two to three times as long. */
  private static final List<String> SUMS = List.of("matern32 + rbf", "rbf[each] + rbf");

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

  /** Covariances to choose from. */
  List<String> kernels() {
    if (classCount() > 0) {
      return List.of("matern32", "rbf");
    }
    if (quality() == Quality.FAST) {
      return List.of("rbf", "matern32", "rbf + linear");
    }
    List<String> all = new ArrayList<>(KERNELS);
    all.add(SUMS.get(0));
    if (inputs > 1 && inputs <= MOST_EACH) {
      all.add(SUMS.get(1));
    }
    return all;
  }

  private Recipes withWarp(String warp) {
    String other = texts.warp() == null && !allAboveZero() ? warp : texts.warp();
    return with(texts.withWarp(other));
  }

  /** Those that every model can afford; they stand first. */
  static List<String> simple(List<String> kernels) {
    return kernels.stream().filter(kernel -> !SUMS.contains(kernel)).toList();
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
      all.addAll(candidates());
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

  private static void addNew(List<Recipe> to, Recipe recipe) {
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
    refuseLikelihood(kind);
    refuseWarp(kind);
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
      case T_PROCESS -> nonMarginal(kind, flowOr("identity"));
      case CONDITIONED_FLOW -> nonMarginal(kind, flowOr("sal(1)"));
      case GSP -> recipe(kind, flowOr("sal(1)"), plainLikelihood());
      case PE_TGP, BA_TGP -> recipe(kind, flowOr(network(false)), plainLikelihood());
      case VB_TGP -> recipe(kind, flowOr(network(true)), plainLikelihood());
      case ETGP -> oneProcess(flowOr(CLASS_NETWORK));
      case VWGP, WGP -> warped(kind, flowOr("identity"));
      case WARPED_TGP -> warped(kind, flowOr("sal(1)"));
      case WARPED_BA_TGP -> warped(kind, flowOr(network(false)));
      case CONSTANT -> {
        refuseFlow(kind);
        if (texts.kernel() != null) {
          throw new IllegalArgumentException(
              "model constant: has no covariance; leave the kernel out, or use another model");
        }
        yield recipe(kind, "identity", plainLikelihood());
      }
      case AUTO -> throw new IllegalStateException("auto is not a single model");
    };
  }

  /** One GP for all classes. */
  private Recipe oneProcess(String flow) {
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

  private void refuseFlow(ModelKind kind) {
    if (texts.flow() != null && !texts.flow().equals("identity")) {
      throw new IllegalArgumentException(
          "model " + kind.text() + ": has no flow; leave the flow out, or use the model tgp");
    }
  }

  private void refuseLikelihood(ModelKind kind) {
    if (texts.likelihood() == null) {
      return;
    }
    if (kind.isWarped()) {
      throw new IllegalArgumentException(
          "model " + kind.text() + ": takes a warp, not the likelihood " + texts.likelihood());
    }
    if (kind == ModelKind.EXACT && !texts.likelihood().trim().equals("gaussian")) {
      throw new IllegalArgumentException(
          "model exact: has the likelihood gaussian, not " + texts.likelihood() + "; use svgp");
    }
  }

  private void refuseWarp(ModelKind kind) {
    if (texts.warp() != null && !kind.isWarped()) {
      throw new IllegalArgumentException(
          "model "
              + kind.text()
              + ": has no warp; leave the warp out, or use the model vwgp, warped-tgp or wgp");
    }
  }

  private String flowOr(String usual) {
    return texts.flow() != null ? texts.flow() : usual;
  }

  private Recipe recipe(ModelKind kind, String flow, String likelihood) {
    return with(new Recipe(kind, kernel(), flow, likelihood, null, inducing(), ModelSettings.OPEN));
  }

  /** With those of the user's settings that its model has. */
  private Recipe with(Recipe recipe) {
    return recipe.withSettings(settings.model().of(recipe));
  }

  private String kernel() {
    return texts.kernel() != null ? texts.kernel() : KERNELS.get(0);
  }

  private int inducing() {
    Integer asked = settings.budget().inducing();
    return (int) Math.min(rows, asked != null ? asked : INDUCING);
  }

  private Quality quality() {
    return settings.budget().quality();
  }

  /** With as many inducing points as the quality has for it, unless the user said how many. */
  private Recipe sized(Recipe recipe) {
    if (settings.budget().inducing() != null || !recipe.kind().isSparse()) {
      return recipe;
    }
    boolean quick = recipe.kind() == ModelKind.SVGP && recipe.likelihood().equals("gaussian");
    boolean network = Specs.flowSpec(recipe.flow()).dependsOnInput();
    int count =
        quick
            ? Preset.inducing(quality(), rows)
            : network || recipe.kind().layers() > 1
                ? Preset.networkInducing(quality())
                : Preset.otherInducing(quality(), rows);
    if (classCount() > 0 && !network) {
      count = Preset.classInducing(quality(), rows);
      if (recipe.kernel().equals(PER_INPUT) && classCount() == 2) {
        count = 3 * count / 2; // one latent: they are cheap, and gain
      }
    }
    return recipe.withInducing((int) Math.min(rows, count));
  }

  /** What AUTO tries by itself: more of it the higher the quality. */
  private List<Recipe> candidates() {
    List<Recipe> out = new ArrayList<>();
    out.add(plain());
    if (classCount() > 0) {
      addForClasses(out);
    } else {
      addForNumbers(out);
    }
    if (otherInputs != null && quality() == Quality.BEST) {
      out.add(plain().withSetting(Setting.INPUTS, otherInputs));
    }
    List<Recipe> sized = new ArrayList<>();
    out.forEach(recipe -> addNew(sized, sized(recipe)));
    sized.add(constant());
    return sized;
  }

  /** The same distribution for every row. */
  Recipe constant() {
    return recipe(ModelKind.CONSTANT, "identity", plainLikelihood());
  }

  private void addForClasses(List<Recipe> out) {
    String plain = plainLikelihood();
    if (quality() == Quality.BEST) {
      addNew(out, withKernel("matern12").plain());
      out.add(recipe(ModelKind.TGP, "sal(1)", plain));
    }
    if (texts.likelihood() == null && (classCount() > 2 || rows > LARGE)) {
      addOneProcess(out);
    }
    if (inputs > 1
        && inputs <= MOST_PER_INPUT
        && quality() != Quality.FAST
        && settings.texts().kernel() == null) {
      addNew(out, withKernel(PER_INPUT).plain());
    }
    if (classCount() == 2) {
      addNetwork(out, RELU_NETWORK, plain);
      if (quality() != Quality.FAST && rows <= LARGE) {
        addNetwork(out, network(false), plain);
      }
    }
  }

  /** One GP for all classes, whose flows share a network, from several random starts. */
  private void addOneProcess(List<Recipe> out) {
    Recipe recipe = oneProcess(rows <= LARGE ? SMALL_CLASS_NETWORK : CLASS_NETWORK);
    int draws = quality() == Quality.FAST ? 1 : quality() == Quality.GOOD ? 2 : 4;
    for (int draw = 0; draw < draws; draw++) {
      out.add(recipe.withDraw(draw));
    }
  }

  private void addForNumbers(List<Recipe> out) {
    String plain = plainLikelihood();
    boolean open = texts.likelihood() == null;
    if (open && everyNature(TargetNature.COUNT)) {
      out.add(recipe(ModelKind.SVGP, "identity", "poisson"));
      out.add(recipe(ModelKind.SVGP, "identity", "negative-binomial"));
    }
    if (open && everyNature(TargetNature.PROPORTION)) {
      out.add(recipe(ModelKind.SVGP, "identity", "beta"));
    }
    boolean free = open && plain.equals("gaussian");
    if (free) {
      out.add(recipe(ModelKind.SVGP, "identity", STUDENT));
      out.add(recipe(ModelKind.SVGP, "identity", NOISE_GP));
      out.add(warped(ModelKind.VWGP, "identity"));
    } else {
      out.add(recipe(ModelKind.TGP, "sal(3)", plain));
    }
    addNetwork(out, RELU_NETWORK, free ? STUDENT : plain);
    if (quality() == Quality.FAST) {
      return;
    }
    addNetwork(out, LIGHT_NETWORK, free ? STUDENT : plain);
    if (rows > Preset.SOME && rows <= MOST_DEEP_ROWS && targets.size() == 1) {
      out.add(recipe(ModelKind.DGP2, "identity", plain));
    }
    if (rows <= LARGE || quality() == Quality.BEST) {
      addNetwork(out, TANH_NETWORK, free ? STUDENT : plain);
      addNetwork(out, SMALL_NETWORK, free ? STUDENT : plain);
    }
    if (quality() == Quality.BEST) {
      addForTheBest(out, free);
    }
  }

  private void addForTheBest(List<Recipe> out, boolean free) {
    if (free) {
      out.add(warped(ModelKind.WARPED_BA_TGP, TANH_NETWORK));
      out.add(withWarp(SPLINE).warped(ModelKind.VWGP, "identity"));
      out.add(recipe(ModelKind.BA_TGP, RELU_NETWORK, plainLikelihood()));
      out.add(recipe(ModelKind.SVGP, "identity", STUDENT_NOISE_GP));
    }
    for (String kernel : KERNELS) {
      addNew(out, withKernel(kernel).plain());
    }
    if (rows <= MOST_DEEP_ROWS && targets.size() == 1) {
      out.add(recipe(ModelKind.DGP3, "identity", plainLikelihood()));
    }
  }

  /** A network's fit depends on its random start: several blend to a better one. */
  private void addNetwork(List<Recipe> out, String flow, String likelihood) {
    Recipe recipe = recipe(ModelKind.BA_TGP, flow, likelihood);
    int draws = quality() == Quality.BEST ? 2 : 1;
    for (int draw = 0; draw < draws; draw++) {
      out.add(recipe.withDraw(draw));
    }
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

  private String network(boolean bayes) {
    return rows <= LARGE
        ? "sal(1) @ mlp(25, tanh, " + (bayes ? "bayes" : "dropout=0.5") + ")"
        : "sal(3) @ mlp(50,50, relu, " + (bayes ? "bayes" : "dropout=0.25") + ")";
  }

  /** What the user said, or what fits the target. */
  private String plainLikelihood() {
    if (texts.likelihood() != null) {
      return texts.likelihoodFor(classCount());
    }
    int count = classCount();
    if (count == 0) {
      return "gaussian";
    }
    if (count > MOST_CLASSES) {
      throw new IllegalArgumentException(
          "target: expected at most "
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
  private Recipe warped(ModelKind kind, String flow) {
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
