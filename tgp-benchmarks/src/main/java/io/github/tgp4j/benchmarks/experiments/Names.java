package io.github.tgp4j.benchmarks.experiments;

import java.util.Arrays;
import java.util.Locale;

/** Models as people write them. */
final class Names {
  private Names() {}

  static String of(String model) {
    return switch (model) {
      case "etgp",
          "svgp",
          "tgp",
          "pe-tgp",
          "ba-tgp",
          "vb-tgp",
          "g-sp",
          "dgp2",
          "dgp3",
          "dgp4",
          "dgp" ->
          model.toUpperCase(Locale.ROOT);
      case "tgp-paper" -> "TGP, the paper's flow";
      case "gp-exact" -> "exact GP";
      case "svgp-collapsed" -> "SVGP, collapsed bound";
      case "gpytorch-svgp" -> "GPyTorch SVGP, Adam";
      case "gpytorch-svgp-tuned" -> "GPyTorch SVGP, Adam, tuned";
      case "gpytorch-dgp2" -> "GPyTorch DGP2";
      case "gpytorch-dgp2-draws" -> "GPyTorch DGP2, ten draws";
      case "gpytorch-dgp3" -> "GPyTorch DGP3";
      case "gpytorch-dgp4" -> "GPyTorch DGP4";
      case "gpytorch-svgp-ngd" -> "GPyTorch SVGP, natural gradients";
      case "gpflow-svgp" -> "GPflow SVGP, natural gradients";
      case "gpflow-sgpr" -> "GPflow SGPR, L-BFGS";
      case "network-ensemble" -> "ensemble of networks";
      case "network-dropout" -> "dropout network";
      default -> model.matches("(svgp|tgp|vwgp)(-.+)?") ? ofApplication(model) : model;
    };
  }

  /**
   * Of {@link PositiveTargetRecipes}: {@code vwgp-sal2-sp-data-held} is a warped GP with the flow
   * {@code sal(2) > softplus}, which starts from the data, its noise held at first. Short, since
   * plots have them beside their lines.
   */
  private static String ofApplication(String model) {
    StringBuilder flow = new StringBuilder();
    StringBuilder training = new StringBuilder();
    String[] parts = model.split("-");
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      switch (part) {
        case "sp" -> flow.append(flow.isEmpty() ? ", " : "+").append("softplus");
        case "data" -> training.append(", from data");
        case "identity" -> training.append(", from identity");
        case "random" -> training.append(", from random");
        case "held" -> training.append(", held");
        default -> flow.append(", ").append(part.replaceAll("sal([0-9]+)", "sal($1)"));
      }
    }
    return parts[0].toUpperCase(Locale.ROOT).replace("VWGP", "V-WGP") + flow + training;
  }
}
