package io.github.tgp4j.auto;

import io.github.tgp4j.spec.Specs;
import java.util.Locale;

/**
 * Parts of a model that the user decides, in the model language; null where it is left open.
 *
 * @param kernel covariance
 * @param flow of the latent function
 * @param warp of the target, from the latent scale to y
 * @param likelihood p(y given f); "categorical" and "ordinal" may leave out the number of classes
 */
public record ModelTexts(String kernel, String flow, String warp, String likelihood) {
  /** All left open. */
  public static final ModelTexts OPEN = new ModelTexts(null, null, null, null);

  public ModelTexts withKernel(String text) {
    return new ModelTexts(text, flow, warp, likelihood);
  }

  public ModelTexts withFlow(String text) {
    return new ModelTexts(kernel, text, warp, likelihood);
  }

  public ModelTexts withWarp(String text) {
    return new ModelTexts(kernel, flow, text, likelihood);
  }

  public ModelTexts withLikelihood(String text) {
    return new ModelTexts(kernel, flow, warp, text);
  }

  /** Whether the likelihood, as the user wrote it, is about classes. */
  boolean wantsClasses() {
    return likelihood != null && (isBareClassName() || Specs.likelihood(likelihood).classes() > 0);
  }

  /** The likelihood, for so many classes where it does not say how many. */
  String likelihoodFor(int classes) {
    return classes > 0 && isBareClassName()
        ? likelihood.trim().toLowerCase(Locale.ROOT) + "(" + Math.max(2, classes) + ")"
        : likelihood;
  }

  private boolean isBareClassName() {
    String name = likelihood.trim().toLowerCase(Locale.ROOT);
    return name.equals("categorical") || name.equals("ordinal");
  }
}
