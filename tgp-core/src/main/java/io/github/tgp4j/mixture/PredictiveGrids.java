package io.github.tgp4j.mixture;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.quadrature.Nodes;

/**
 * The nodes of f0 that a predictive mixture is made of, from coarse to fine; equation R2 in
 * docs/equations.md.
 *
 * <p>One latent: even grids over ±7 standard deviations, each with the nodes of the one before and
 * those half-way between them. The first that resolves the mixture is used:
 *
 * <ul>
 *   <li>Its components overlap: their centres are gap noise deviations apart, and the trapezium
 *       rule's error on a Gaussian density seen through a Gaussian, 2·exp(−2π²/(h² + gap²)) for
 *       nodes h apart, is below 1.5e-7.
 *   <li>The mixture's mean and second moment differ from those on every other node by less than
 *       5e-4 standard deviations: the error on smooth functions is squared, or better, when h is
 *       halved, so that of the grid itself is below 2.5e-7. This sees what the flow does.
 *   <li>Where the likelihood is no Gaussian: log p(y) at some y, or log P(y = k) of every class,
 *       differs from that on every other node by less than 3e-3; {@link DensityCheck}. This sees
 *       kinks, tails without a variance, and noise that itself depends on f.
 * </ul>
 *
 * <p>Gauss–Hermite would need twenty to eighty times as many nodes where the noise is small.
 *
 * <p>Several latents: one lattice, but {@link SoftmaxIntegral} where they are those of classes and
 * no network is drawn. The system property {@value #PROPERTY} fixes the number of nodes for one
 * latent, to compare with other rules; it is read when a model is made.
 */
public final class PredictiveGrids {
  static final String PROPERTY = "tgp4j.prediction.nodes";

  private static final int COARSEST = 21;
  private static final int FINEST = 2561;

  /** For classes, of which neither overlap nor moments say anything. */
  private static final int COARSEST_OF_CLASSES = 41;

  private static final double HALF_WIDTH = 7.0;
  private static final int LATTICE_NODES = 512;
  private static final double MOST_SPACING = 1.2; // of h² + gap²

  /** Of moments, in standard deviations, when every other node is left out. */
  public static final double MOST_CHANGE = 5e-4;

  private static final double MOST_DISTANCE = 1.0; // of latent values in a softmax

  /** Nodes further out than so many deviations may have gaps. */
  public static final double INNER = 4.0;

  private final Nodes[] nodes;
  private final Nodes halfOfFirst; // null where there is nothing to choose

  private PredictiveGrids(Nodes[] nodes, Nodes halfOfFirst) {
    this.nodes = nodes;
    this.halfOfFirst = halfOfFirst;
  }

  /** For so many latents of one output. */
  public static PredictiveGrids of(Likelihood likelihood, int latents) {
    if (latents > 1) {
      return new PredictiveGrids(new Nodes[] {Nodes.forLatents(latents, LATTICE_NODES, 0L)}, null);
    }
    int fixed = Integer.getInteger(PROPERTY, 0);
    return fixed == 0
        ? likelihood.classes() > 0 ? Even.FOR_CLASSES : Even.GRIDS
        : new PredictiveGrids(new Nodes[] {Nodes.evenGrid(fixed, HALF_WIDTH)}, null);
  }

  /**
   * For one GP that several flows transform, each drawn many times: the draws smooth what the grid
   * does not see, so that two levels of it are enough.
   */
  static PredictiveGrids ofDrawnFlows() {
    Nodes[] all = {Even.FOR_CLASSES.nodes[0], Even.FOR_CLASSES.nodes[1]};
    return new PredictiveGrids(all, Even.FOR_CLASSES.halfOfFirst);
  }

  /** For each latent on its own, where classes are integrated by {@link SoftmaxIntegral}. */
  static PredictiveGrids ofEachLatent() {
    return Even.FOR_CLASSES;
  }

  /**
   * Whether values of increasing nodes are close enough for {@link SoftmaxIntegral}, or no finer
   * grid is left: exp(−exp(f − u)) is smooth on the scale of 1.
   */
  boolean isDense(int level, double[] f, int from) {
    if (level == nodes.length - 1) {
      return true;
    }
    for (int s = 1; s < count(level); s++) {
      if (Math.abs(nodes[level].node(0, s)) < INNER
          && !(Math.abs(f[from + s] - f[from + s - 1]) <= MOST_DISTANCE)) {
        return false;
      }
    }
    return true;
  }

  /** The same for every model. */
  private static final class Even {
    static final PredictiveGrids GRIDS = from(COARSEST);
    static final PredictiveGrids FOR_CLASSES = from(COARSEST_OF_CLASSES);

    private static PredictiveGrids from(int coarsest) {
      int levels = Integer.numberOfTrailingZeros((FINEST - 1) / (coarsest - 1)) + 1;
      Nodes[] all = new Nodes[levels];
      for (int i = 0; i < levels; i++) {
        all[i] = Nodes.evenGrid(((coarsest - 1) << i) + 1, HALF_WIDTH);
      }
      return new PredictiveGrids(all, Nodes.evenGrid((coarsest - 1) / 2 + 1, HALF_WIDTH));
    }
  }

  /** How many grids there are, the finest last. */
  public int levels() {
    return nodes.length;
  }

  /** One of the grids. */
  public Nodes nodes(int level) {
    return nodes[level];
  }

  int count(int level) {
    return nodes[level].count();
  }

  /** The grid of so many nodes. */
  int levelOf(int count) {
    int level = 0;
    while (count(level) != count) {
      level++;
    }
    return level;
  }

  /**
   * Whether no finer grid is needed, or none is left. Component (e, s, d) of the mixture, of draw e
   * of the marginals, node s and draw d of the flow, is number (e·nodes + s)·flowDraws + d.
   */
  boolean resolves(
      int level, Mixture mixture, LatentMarginals marginals, int flowDraws, DensityCheck check) {
    if (level == nodes.length - 1) {
      return true;
    }
    Likelihood likelihood = mixture.likelihood();
    if (likelihood.classes() == 0) {
      for (int e = 0; e < marginals.draws(); e++) {
        if (!overlaps(level, mixture, e * count(level) * flowDraws, flowDraws)) {
          return false;
        }
      }
      if (!momentsConverged(level, mixture, marginals, flowDraws)) {
        return false;
      }
    }
    return likelihood.isQuadratic()
        || check.isConverged(mixture, nodes[level], half(level), marginals, flowDraws);
  }

  /** Every other node of a grid. */
  public Nodes half(int level) {
    return level == 0 ? halfOfFirst : nodes[level - 1];
  }

  /** The square of how far centres of neighbouring nodes may lie apart, in noise variances. */
  public double mostGap(int level) {
    double h = nodes[level].node(0, 1) - nodes[level].node(0, 0);
    return MOST_SPACING - h * h;
  }

  private boolean overlaps(int level, Mixture mixture, int from, int flowDraws) {
    Nodes grid = nodes[level];
    double limit = mostGap(level);
    for (int s = 1; s < grid.count(); s++) {
      if (Math.abs(grid.node(0, s)) < INNER
          && mixture.hasGap(from + s * flowDraws, flowDraws, limit)) {
        return false;
      }
    }
    return true;
  }

  /** Compares the mixture's moments with those on every other node. */
  private boolean momentsConverged(
      int level, Mixture mixture, LatentMarginals marginals, int flowDraws) {
    Nodes grid = nodes[level];
    Nodes half = half(level);
    int n = grid.count();
    double origin = mixture.centre((n / 2) * flowDraws);
    double mean = 0.0;
    double square = 0.0;
    double noise = 0.0;
    double coarseMean = 0.0;
    double coarseSquare = 0.0;
    for (int e = 0; e < marginals.draws(); e++) {
      double each = marginals.weight(e) / flowDraws;
      for (int s = 0; s < n; s++) {
        int from = (e * n + s) * flowDraws;
        double first = each * mixture.sumOfCentres(from, flowDraws, origin);
        double second = each * mixture.sumOfSquares(from, flowDraws, origin);
        mean += grid.weight(s) * first;
        square += grid.weight(s) * second;
        noise += grid.weight(s) * each * flowDraws * mixture.width(from);
        if (s % 2 == 0) {
          coarseMean += half.weight(s / 2) * first;
          coarseSquare += half.weight(s / 2) * second;
        }
      }
    }
    double variance = square - mean * mean + noise;
    return Math.abs(mean - coarseMean) <= MOST_CHANGE * Math.sqrt(variance)
        && Math.abs(square - coarseSquare) <= MOST_CHANGE * variance;
  }
}
