package io.github.tgp4j.auto;

import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.spec.Specs;
import java.util.ArrayList;
import java.util.List;

/**
 * What AUTO tries by itself: covariances first, then models, more of them the higher the quality.
 */
final class Candidates {
  static final String USUAL_KERNEL = "rbf";

  private static final int LARGE = Preset.LARGE;

  /** Above it deep GPs take too long, and a V-WGP has a richer warp. */
  private static final int MANY = 20_000;

  private static final String STUDENT = "student-t(4, learnt)";
  private static final String NOISE_GP = "gaussian(noise=gp)";
  private static final String STUDENT_NOISE_GP = "student-t(4, learnt, noise=gp)";

  /** For classes whose borders lie along the inputs; its cost grows with the inputs. */
  private static final String PER_INPUT = "per-input(constant + matern12)";

  private static final int MOST_PER_INPUT = 8;
  private static final int MOST_EACH = 8;
  private static final String SMALL_CLASS_NETWORK =
      "affine @ mlp(50,50, relu, dropout=0.25, shared)";
  private static final String SPLINE = "rq-spline(8)";
  private static final String RICH_WARP = "sal(3)";
  private static final String SMALL_NETWORK = "sal(1) @ mlp(25, tanh, dropout=0.5)";
  private static final String RELU_NETWORK = "sal(3) @ mlp(50,50, relu, dropout=0.25)";
  private static final String LIGHT_NETWORK = "sal(3) @ mlp(50,50, relu, dropout=0.1)";
  private static final String TANH_NETWORK = "sal(1) @ mlp(50,50, tanh, dropout=0.25)";

  private static final List<String> KERNELS =
      List.of(USUAL_KERNEL, "matern32", "matern12", "rbf + linear");

  /** What the plain GP alone tries besides: steps with sums take two to three times as long. */
  private static final List<String> SUMS = List.of("matern32 + rbf", "rbf[each] + rbf");

  private final Recipes recipes;
  private final AutoSettings settings;
  private final Quality quality;
  private final long rows;
  private final int inputs;
  private final int classes; // 0 for numbers

  Candidates(Recipes recipes) {
    this.recipes = recipes;
    this.settings = recipes.settings();
    this.quality = settings.budget().quality();
    this.rows = recipes.rows();
    this.inputs = recipes.inputs();
    this.classes = recipes.classCount();
  }

  /** Covariances to choose from. */
  List<String> kernels() {
    if (classes > 0) {
      return List.of("matern32", "rbf");
    }
    if (quality == Quality.FAST) {
      return List.of("rbf", "matern32", "rbf + linear");
    }
    List<String> all = new ArrayList<>(KERNELS);
    all.add(SUMS.get(0));
    if (inputs > 1 && inputs <= MOST_EACH) {
      all.add(SUMS.get(1));
    }
    return all;
  }

  /** Those that every model can afford; they stand first. */
  static List<String> simple(List<String> kernels) {
    return kernels.stream().filter(kernel -> !SUMS.contains(kernel)).toList();
  }

  /** What AUTO tries by itself: more of it the higher the quality. */
  List<Recipe> list() {
    List<Recipe> out = new ArrayList<>();
    out.add(recipes.plain());
    if (recipes.isOpen() && recipes.hasOneTarget() && settings.texts().kernel() == null) {
      out.add(recipes.forest()); // quick: it must not wait until a time limit is over
    }
    if (classes > 0) {
      addForClasses(out);
    } else {
      addForNumbers(out);
    }
    if (recipes.otherInputs() != null && quality == Quality.BEST) {
      out.add(recipes.plain().withSetting(Setting.INPUTS, recipes.otherInputs()));
    }
    List<Recipe> sized = new ArrayList<>();
    out.forEach(recipe -> Recipes.addNew(sized, sized(recipe)));
    sized.add(recipes.constant());
    return sized;
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
            ? Preset.inducing(quality, rows)
            : network || recipe.kind().layers() > 1
                ? Preset.NETWORK_INDUCING
                : Preset.otherInducing(quality, rows);
    if (classes > 0 && !network) {
      count = Preset.classInducing(quality, rows);
      if (recipe.kernel().equals(PER_INPUT) && classes == 2) {
        count = 3 * count / 2; // one latent: they are cheap, and gain
      }
    }
    return recipe.withInducing((int) Math.min(rows, count));
  }

  private void addForClasses(List<Recipe> out) {
    String plain = recipes.plainLikelihood();
    if (quality == Quality.BEST) {
      Recipes.addNew(out, recipes.withKernel("matern12").plain());
      out.add(recipes.recipe(ModelKind.TGP, "sal(1)", plain));
    }
    if (recipes.isOpen() && (classes > 2 || rows > LARGE)) {
      addOneProcess(out);
    }
    if (inputs > 1
        && inputs <= MOST_PER_INPUT
        && quality != Quality.FAST
        && settings.texts().kernel() == null) {
      Recipes.addNew(out, recipes.withKernel(PER_INPUT).plain());
    }
    if (classes == 2) {
      addNetwork(out, RELU_NETWORK, plain);
      if (quality != Quality.FAST && rows <= LARGE) {
        addNetwork(out, recipes.network(false), plain);
      }
    }
  }

  /** One GP for all classes, whose flows share a network, from several random starts. */
  private void addOneProcess(List<Recipe> out) {
    Recipe recipe = recipes.oneProcess(rows <= LARGE ? SMALL_CLASS_NETWORK : Recipes.CLASS_NETWORK);
    int draws = quality == Quality.FAST ? 1 : quality == Quality.GOOD ? 2 : 4;
    for (int draw = 0; draw < draws; draw++) {
      out.add(recipe.withDraw(draw));
    }
  }

  private void addForNumbers(List<Recipe> out) {
    String plain = recipes.plainLikelihood();
    boolean open = recipes.isOpen();
    if (open && recipes.everyNature(TargetNature.COUNT)) {
      out.add(recipes.recipe(ModelKind.SVGP, "identity", "poisson"));
      out.add(recipes.recipe(ModelKind.SVGP, "identity", "negative-binomial"));
    }
    if (open && recipes.everyNature(TargetNature.PROPORTION)) {
      out.add(recipes.recipe(ModelKind.SVGP, "identity", "beta"));
    }
    boolean free = open && plain.equals("gaussian");
    boolean hurried = quality == Quality.FAST && rows > LARGE;
    if (!free) {
      out.add(recipes.recipe(ModelKind.TGP, "sal(3)", plain));
    } else if (hurried) { // student's t and a warp alone had no weight on so many rows
      out.add(recipes.recipe(ModelKind.SVGP, "identity", NOISE_GP));
    } else {
      out.add(recipes.recipe(ModelKind.SVGP, "identity", STUDENT));
      out.add(recipes.recipe(ModelKind.SVGP, "identity", NOISE_GP));
      out.add(
          (rows > MANY ? recipes.withWarp(RICH_WARP) : recipes).warped(ModelKind.VWGP, "identity"));
    }
    if (free && rows > LARGE) { // many rows show the shape of a warp
      out.add(recipes.withWarp(RICH_WARP).warped(ModelKind.WARPED_BA_TGP, LIGHT_NETWORK));
    } else {
      addNetwork(out, RELU_NETWORK, free ? STUDENT : plain);
    }
    if (quality == Quality.FAST) {
      return;
    }
    addNetwork(out, LIGHT_NETWORK, free ? STUDENT : plain);
    if (rows > Preset.SOME && rows <= MANY && recipes.hasOneTarget()) {
      out.add(recipes.recipe(ModelKind.DGP2, "identity", plain));
    }
    if (rows <= LARGE || quality == Quality.BEST) {
      addNetwork(out, TANH_NETWORK, free ? STUDENT : plain);
      addNetwork(out, SMALL_NETWORK, free ? STUDENT : plain);
    }
    if (quality == Quality.BEST) {
      addForTheBest(out, free);
    }
  }

  private void addForTheBest(List<Recipe> out, boolean free) {
    if (free) {
      out.add(recipes.warped(ModelKind.WARPED_BA_TGP, TANH_NETWORK));
      out.add(recipes.withWarp(SPLINE).warped(ModelKind.VWGP, "identity"));
      out.add(recipes.recipe(ModelKind.BA_TGP, RELU_NETWORK, recipes.plainLikelihood()));
      out.add(recipes.recipe(ModelKind.SVGP, "identity", STUDENT_NOISE_GP));
    }
    for (String kernel : KERNELS) {
      Recipes.addNew(out, recipes.withKernel(kernel).plain());
    }
    if (rows <= MANY && recipes.hasOneTarget()) {
      out.add(recipes.recipe(ModelKind.DGP3, "identity", recipes.plainLikelihood()));
    }
  }

  /** A network's fit depends on its random start: several blend to a better one. */
  private void addNetwork(List<Recipe> out, String flow, String likelihood) {
    Recipe recipe = recipes.recipe(ModelKind.BA_TGP, flow, likelihood);
    int draws = quality == Quality.BEST ? 2 : 1;
    for (int draw = 0; draw < draws; draw++) {
      out.add(recipe.withDraw(draw));
    }
  }
}
