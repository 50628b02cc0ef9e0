package io.github.tgp4j.cuda.source;

import io.github.tgp4j.covariance.ConstantMean;
import io.github.tgp4j.covariance.LinearMean;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.variational.Architecture;

/**
 * Writes the kernels of one group of latents; equations S1–S6 in docs/equations.md.
 *
 * <pre>
 *   cross_g(theta, x, rows, z, m, same, k)                                   K_xz, or K_zz where same
 *   marginals_g(theta, meanAt, x, rows, h, p, m, direction, mean, variance)  μ(x) + H·d and k(x, x) + rowsum(H∘P)
 *   marginals_back_g(theta, meanAt, x, rows, meanBar, varianceBar, partial)
 *   cross_back_g(theta, x, rows, z, m, same, k, kBar, p, direction, meanBar, varianceBar, partialTheta, partialZ)
 *   cross_back_scaled_g(…, partialZ, scaled, scaledWidth)                    also v̄·K_xz; not with kBar
 * </pre>
 */
final class GroupCode {
  private static final int TILE = 32;
  private static final int MOST_SHARED = 4096; // doubles of a tile, whose squares lie beside it
  private static final int CHUNK = 16;

  private final CodeWriter out;

  GroupCode(CodeWriter out) {
    this.out = out;
  }

  GroupKernels write(Architecture architecture, int g) {
    return write(architecture, g, g);
  }

  /**
   * @param number with which the names of the kernels end
   */
  GroupKernels write(Architecture architecture, int g, int number) {
    Architecture.Group group = architecture.groups().get(g);
    int inputs = architecture.inputs();
    CovarianceTree tree = CovarianceTree.of(group.covariance());
    String covariance = new CovarianceCode(out).write(tree);
    String mean = mean(group.mean());
    int chunk = Math.min(CHUNK, inputs);
    boolean stationary =
        tree instanceof CovarianceTree.Leaf leaf
            && CovarianceTree.STATIONARY.contains(leaf.function())
            && leaf.isWhole(inputs);
    define("D", inputs);
    define("AT", architecture.covarianceAt(g));
    int tile = Math.max(1, Math.min(TILE, MOST_SHARED / inputs));
    define("TILE", tile);
    define("CHUNK", chunk);
    define("PARAMETERS", tree.parameters());
    define("MEAN_PARAMETERS", group.mean().parameterCount());
    out.text(named("group.h", number, covariance).replace("MEAN_mean", mean + "_mean"));
    if (stationary) {
      String profile = ((CovarianceTree.Leaf) tree).function();
      define("SHAPES", profile.equals("rq") ? 1 : 0);
      define("EXPONENTIAL", profile.equals("rbf") ? 1 : 0);
      String inner = profile + "_profile";
      out.text(named("stationary.h", number, covariance).replace("PROFILE", inner));
      back(named("stationary_back.h", number, covariance).replace("PROFILE", inner));
      undefine("SHAPES", "EXPONENTIAL");
    } else {
      out.text(named("cross.h", number, covariance));
      back(named("cross_back.h", number, covariance));
    }
    undefine("D", "AT", "TILE", "CHUNK", "PARAMETERS", "MEAN_PARAMETERS");
    int chunks = stationary ? (inputs + chunk - 1) / chunk : 1;
    return new GroupKernels(
        number,
        inputs,
        architecture.covarianceAt(g),
        tree.parameters(),
        group.mean().parameterCount(),
        tile,
        chunks);
  }

  /** The way back, and the same that also writes the scaled rows. */
  private void back(String text) {
    out.line("#define MORE_ARGUMENTS");
    out.line("#define STORE_SCALED(row, value) ((void)0)");
    out.text(text.replace("BACK_", "cross_back_"));
    undefine("MORE_ARGUMENTS", "STORE_SCALED");
    out.line("#define MORE_ARGUMENTS , double* RESTRICT scaled, int scaledWidth");
    out.line("#define STORE_SCALED(row, value) scaled[(row) * scaledWidth + j] = (value)");
    out.text(text.replace("BACK_", "cross_back_scaled_"));
    undefine("MORE_ARGUMENTS", "STORE_SCALED");
  }

  private static String named(String resource, int number, String covariance) {
    return CodeWriter.resource(resource)
        .replace("_GROUP", "_" + number)
        .replace("COVARIANCE_", covariance + "_");
  }

  private void define(String name, int value) {
    out.line("#define %s %d", name, value);
  }

  private void undefine(String... names) {
    for (String name : names) {
      out.line("#undef %s", name);
    }
  }

  private static String mean(MeanFunction mean) {
    if (mean instanceof ZeroMean) {
      return "zero";
    }
    if (mean instanceof ConstantMean) {
      return "constant";
    }
    if (mean instanceof LinearMean) {
      return "linear";
    }
    throw new UnsupportedModelException("mean function " + mean, "it has no kernels");
  }
}
