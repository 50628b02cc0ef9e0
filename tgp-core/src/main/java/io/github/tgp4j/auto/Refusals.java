package io.github.tgp4j.auto;

import io.github.tgp4j.model.RandomTrees;

/**
 * Complains about parts of a model that the user decides and that a kind of model has not: they
 * would be ignored.
 *
 * @param classes of the target; 0 for numbers
 */
record Refusals(ModelTexts texts, int classes) {
  /** Of a model without a GP. */
  void gp(ModelKind kind) {
    flow(kind);
    if (texts.kernel() != null) {
      throw refused(kind, "has no covariance; leave the kernel out, or use another model");
    }
  }

  void flow(ModelKind kind) {
    if (texts.flow() != null && !texts.flow().equals("identity")) {
      throw refused(kind, "has no flow; leave the flow out, or use the model tgp");
    }
  }

  void likelihood(ModelKind kind) {
    String likelihood = texts.likelihood();
    if (likelihood == null) {
      return;
    }
    if (kind.isWarped()) {
      throw refused(kind, "takes a warp, not the likelihood " + likelihood);
    }
    if (kind == ModelKind.FOREST) {
      RandomTrees.builder().likelihood(texts.likelihoodFor(classes)); // refuses it
    }
    if (kind == ModelKind.EXACT && !likelihood.trim().equals("gaussian")) {
      throw refused(kind, "has the likelihood gaussian, not " + likelihood + "; use svgp");
    }
  }

  void warp(ModelKind kind) {
    if (texts.warp() != null && !kind.isWarped()) {
      throw refused(
          kind, "has no warp; leave the warp out, or use the model vwgp, warped-tgp or wgp");
    }
  }

  private static IllegalArgumentException refused(ModelKind kind, String why) {
    return new IllegalArgumentException("model " + kind.text() + ": " + why);
  }
}
