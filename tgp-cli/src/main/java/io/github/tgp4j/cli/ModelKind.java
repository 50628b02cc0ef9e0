package io.github.tgp4j.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The models of {@code --model}. */
enum ModelKind {
  AUTO("look at the target, try several models, keep the best on held-out rows"),
  SVGP("sparse variational GP, no flow"),
  TGP("a flow with the same parameters everywhere"),
  PE_TGP("flow parameters from a network of the inputs, point estimate"),
  BA_TGP("flow parameters from a Bayesian network of the inputs (MC dropout)"),
  VB_TGP("flow parameters from a network with Gaussian weights"),
  VWGP("a warped target"),
  GSP("transformed prior, Gaussian posterior; up to 1000 rows"),
  DGP2("deep GP with 2 layers"),
  DGP3("deep GP with 3 layers"),
  DGP4("deep GP with 4 layers"),
  EXACT("exact GP; up to 3000 rows"),
  WGP("exact warped GP; up to 3000 rows");

  private final String meaning;

  ModelKind(String meaning) {
    this.meaning = meaning;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String meaning() {
    return meaning;
  }

  int layers() {
    return switch (this) {
      case DGP2 -> 2;
      case DGP3 -> 3;
      case DGP4 -> 4;
      default -> 1;
    };
  }

  /** Whether one model can predict several targets at once. */
  boolean takesSeveralTargets() {
    return this != GSP && this != EXACT && this != WGP;
  }

  static List<String> texts() {
    return Arrays.stream(values()).map(ModelKind::text).toList();
  }
}
