package io.github.tgp4j.auto;

import io.github.tgp4j.text.Names;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of models that {@link AutoFit} fits; their texts are the names of {@code --model}. */
public enum ModelKind {
  AUTO(
      "automatic choice",
      "look at the target, try several models, blend the best on held-out rows"),
  SVGP("plain GP", "sparse variational, no flow"),
  TGP("GP with a flow", "a flow with the same parameters everywhere"),
  PE_TGP("network flow, point estimate", "flow parameters from a network of the inputs"),
  BA_TGP("network flow", "flow parameters from a Bayesian network of the inputs (MC dropout)"),
  VB_TGP("network flow, Gaussian weights", "flow parameters from a network with Gaussian weights"),
  ETGP("one GP for all classes", "and a flow for each class"),
  VWGP("warped GP", "a warped target; never below 0 where the data are not"),
  WARPED_TGP("warped GP with a flow", "a flow and a warped target"),
  WARPED_BA_TGP(
      "warped network flow", "flow parameters from a Bayesian network, and a warped target"),
  T_PROCESS("Student-t process", "one random scale for all rows"),
  CONDITIONED_FLOW("conditioned flow", "a flow whose parameters are read off the inducing values"),
  GSP("transformed prior", "Gaussian posterior; up to 1000 rows"),
  DGP2("deep GP, 2 layers", "GPs fed by GPs; slow"),
  DGP3("deep GP, 3 layers", "slower"),
  DGP4("deep GP, 4 layers", "slower still"),
  EXACT("exact GP", "without inducing points; up to 3000 rows"),
  WGP("exact warped GP", "a warped target, without inducing points; up to 3000 rows"),
  FOREST("random trees", "many of them, averaged; no GP"),
  CONSTANT(
      "no inputs",
      "the same distribution for every row, whatever its inputs: what others must beat");

  private final String title;
  private final String meaning;

  ModelKind(String title, String meaning) {
    this.title = title;
    this.meaning = meaning;
  }

  /** The kind of a text, in small or capital letters. */
  public static ModelKind of(String text) {
    for (ModelKind kind : values()) {
      if (kind.text().equalsIgnoreCase(text.trim())) {
        return kind;
      }
    }
    throw new IllegalArgumentException(Names.unknown("model", text, texts()));
  }

  /** Its name for people and files: {@code ba-tgp}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A name that a person knows: {@code plain GP}. */
  public String title() {
    return title;
  }

  /** What it is, in a few words. */
  public String meaning() {
    return meaning;
  }

  /** Layers of GPs, 1 but for deep ones. */
  int layers() {
    return switch (this) {
      case DGP2 -> 2;
      case DGP3 -> 3;
      case DGP4 -> 4;
      default -> 1;
    };
  }

  /** Whether it has inducing points, which trade exactness for speed. */
  boolean isSparse() {
    return this != EXACT && this != WGP && this != GSP && hasKernel();
  }

  /** Whether it is trained in steps over batches of rows. */
  boolean hasSteps() {
    return !isExact() && hasKernel();
  }

  /** Whether it has a covariance. */
  boolean hasKernel() {
    return this != FOREST && this != CONSTANT;
  }

  /** Whether one model can predict several targets at once. */
  boolean takesSeveralTargets() {
    return this == CONSTANT || isSparse() && !isNonMarginal() && this != ETGP;
  }

  /** Whether its flow does not act on each value of the latent function alone. */
  boolean isNonMarginal() {
    return this == T_PROCESS || this == CONDITIONED_FLOW;
  }

  /** Whether it is an exact GP. */
  boolean isExact() {
    return this == EXACT || this == WGP;
  }

  /** Whether {@link io.github.tgp4j.model.Tgp} makes it. */
  boolean isTgp() {
    return isSparse() && layers() == 1 && !isNonMarginal();
  }

  /** Whether it is of numbers only, so that whole numbers are no codes of classes. */
  boolean isOfNumbers() {
    return isWarped() || this == EXACT;
  }

  /** Whether its target is warped. */
  boolean isWarped() {
    return this == VWGP || this == WARPED_TGP || this == WARPED_BA_TGP || this == WGP;
  }

  /** How long a step takes beside one of the plain model, roughly. */
  double cost() {
    return switch (this) {
      case PE_TGP, BA_TGP, VB_TGP, WARPED_BA_TGP -> 6;
      case T_PROCESS, ETGP -> 4;
      case CONDITIONED_FLOW, DGP2 -> 10;
      case DGP3 -> 20;
      case DGP4 -> 30;
      case FOREST -> 0.1;
      case CONSTANT -> 0.01;
      default -> 1;
    };
  }

  private static List<String> texts() {
    return Arrays.stream(values()).map(ModelKind::text).toList();
  }
}
