package io.github.tgp4j.auto;

import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.text.Names;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A setting of a model beside its covariance, flow and likelihood. Its text is an option of the
 * command ({@code --flow-start}), and its values are texts. A model either has a setting or refuses
 * it.
 */
public enum Setting {
  /** {@code t-process(4)}, {@code t-process(4, learnt)} or {@code conditioned-flow(16)}. */
  PROCESS,
  /** Mean function: {@code zero}, {@code constant} or {@code linear}. */
  MEAN,
  /** What is done to input columns: {@code standard}, {@code ranks} or {@code raw}. */
  INPUTS,
  /** Priors on parameters: {@code covariance.lengthscales ~ lognormal(0, 1)}. */
  PRIOR,
  /** Robust loss of Gaussian noise: {@code beta(0.1)} or {@code gamma(0.1)}. */
  LOSS,
  /** What training maximises: {@code elbo} or {@code predictive}. */
  OBJECTIVE,
  /** Divergence of q(u) from its prior: {@code kl}, {@code kl(0.5)} or {@code renyi(0.5)}. */
  DIVERGENCE,
  /** Divergence of q(W) of a network with Gaussian weights from its prior. */
  WEIGHT_DIVERGENCE,
  /** λ of the prior N(0, 1/λ) on the weights of a flow's or a noise's network. */
  WEIGHT_PRIOR,
  /** How the flow starts: {@code default}, {@code identity}, {@code data} or {@code random}. */
  FLOW_START,
  /** How the warp of the target starts, as {@link #FLOW_START}. */
  WARP_START,
  /** How inducing points start: {@code k-means}, {@code random} or {@code greedy-variance}. */
  INDUCING_START,
  /** {@code true} for a diagonal instead of a full covariance of q(u). */
  DIAGONAL,
  /** Quadrature nodes per row and training step, where an expectation has no closed form. */
  NODES,
  /** Parameters held fixed: {@code likelihood:0-0.5,inducing}. */
  HOLD;

  /** Its name for people and files: {@code flow-start}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Complains about a value that makes no sense, whatever the model.
   *
   * @throws IllegalArgumentException that says what was expected
   */
  void check(String value) {
    switch (this) {
      case PROCESS -> Specs.process(value);
      case MEAN -> Specs.checkMean(value);
      case INPUTS -> choice(InputScale.class, value);
      case PRIOR -> Specs.priors(value);
      case LOSS -> Specs.likelihood(ModelSettings.robust(value));
      case OBJECTIVE -> choice(Tgp.Objective.class, value);
      case DIVERGENCE, WEIGHT_DIVERGENCE -> Specs.divergence(value);
      case WEIGHT_PRIOR -> number(value, 0.0);
      case FLOW_START, WARP_START -> choice(Tgp.FlowStart.class, value);
      case INDUCING_START -> choice(Tgp.Inducing.class, value);
      case DIAGONAL -> yes(value);
      case NODES -> number(value, 1.0);
      case HOLD -> Holds.of(value);
    }
  }

  /** Whether a recipe's model has it. */
  boolean isFor(Recipe recipe) {
    ModelKind kind = recipe.kind();
    if (!kind.hasKernel()) {
      return false;
    }
    boolean usual = kind.isTgp();
    FlowSpec flow = Specs.flowSpec(recipe.flow());
    return switch (this) {
      case PROCESS -> kind.isNonMarginal();
      case MEAN -> usual || kind.isNonMarginal() || kind.isExact();
      case INPUTS, PRIOR -> true;
      case LOSS -> true; // by the likelihood, which is refused where there is none to choose
      case OBJECTIVE -> usual;
      case DIVERGENCE -> !kind.isExact();
      case INDUCING_START, DIAGONAL -> usual || kind.isNonMarginal();
      case WEIGHT_DIVERGENCE -> usual && flow.isBayesian();
      case WEIGHT_PRIOR -> usual && (flow.dependsOnInput() || hasNoiseNetwork(recipe));
      case FLOW_START -> (usual || kind.isNonMarginal()) && flow.flow().parameterCount() > 0;
      case WARP_START -> usual && kind.isWarped();
      case NODES -> (usual || kind.isNonMarginal() || kind.layers() > 1) && !isClosedForm(recipe);
      case HOLD -> usual || kind.isNonMarginal() || kind.layers() > 1;
    };
  }

  private static boolean hasNoiseNetwork(Recipe recipe) {
    return Specs.likelihood(recipe.likelihood()).latentNetwork() != null;
  }

  /** Whether no expectation needs quadrature. */
  private static boolean isClosedForm(Recipe recipe) {
    return Specs.flowSpec(recipe.flow()).flow() instanceof IdentityFlow
        && Specs.likelihood(recipe.likelihood()).hasClosedForm();
  }

  /** The constant of an enumeration that a text names. */
  <E extends Enum<E>> E choice(Class<E> among, String value) {
    List<String> names = Arrays.stream(among.getEnumConstants()).map(Setting::dashed).toList();
    int at = names.indexOf(value.trim().toLowerCase(Locale.ROOT));
    if (at < 0) {
      throw new IllegalArgumentException(Names.unknown(text().replace('-', ' '), value, names));
    }
    return among.getEnumConstants()[at];
  }

  private static String dashed(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean yes(String value) {
    String word = value.trim().toLowerCase(Locale.ROOT);
    if (!word.equals("true") && !word.equals("false")) {
      throw wrong("true or false", value);
    }
    return word.equals("true");
  }

  double number(String value, double least) {
    double number;
    try {
      number = Double.parseDouble(value.trim());
    } catch (NumberFormatException e) {
      throw wrong("a number of at least " + least, value);
    }
    if (!(number >= least && number < Double.POSITIVE_INFINITY)) {
      throw wrong("a number of at least " + least, value);
    }
    return number;
  }

  private IllegalArgumentException wrong(String expected, String got) {
    return new IllegalArgumentException(text() + ": expected " + expected + " but got " + got);
  }
}
