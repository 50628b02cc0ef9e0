package io.github.tgp4j.cuda.source;

import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of all kernels of a model, and what is needed to launch them.
 *
 * <p>The text is one translation unit of CUDA C, which the host's C compiler takes too: there a
 * block has one thread. Kernels add nothing atomically: partial sums are written and added in a
 * fixed order, so that the same launches give the same bits.
 */
public final class ModelSource {
  /** What all models share. */
  private static final List<String> LIBRARY =
      List.of(
          "prelude.h",
          "functions.h",
          "reductions.h",
          "parameters.h",
          "networks.h",
          "flows.h",
          "likelihoods.h",
          "covariances.h");

  private final String text;
  private final List<GroupKernels> groups;
  private final List<OutputKernels> outputs;

  private ModelSource(String text, List<GroupKernels> groups, List<OutputKernels> outputs) {
    this.text = text;
    this.groups = List.copyOf(groups);
    this.outputs = List.copyOf(outputs);
  }

  /**
   * Of a model.
   *
   * @throws UnsupportedModelException naming a part for which there are no kernels
   */
  public static ModelSource of(Architecture architecture) {
    CodeWriter out = new CodeWriter();
    library(out);
    List<GroupKernels> groups = new ArrayList<>();
    for (int g = 0; g < architecture.groups().size(); g++) {
      groups.add(new GroupCode(out).write(architecture, g));
    }
    FlowCode flows = new FlowCode(out);
    List<OutputKernels> outputs = new ArrayList<>();
    for (int o = 0; o < architecture.outputs().size(); o++) {
      outputs.add(new ExpectationCode(architecture, o, flows, out).write(o));
    }
    return new ModelSource(out.toString(), groups, outputs);
  }

  /** Writes what all models share. */
  static void library(CodeWriter out) {
    LIBRARY.forEach(part -> out.text(CodeWriter.resource(part)));
    out.text(Ziggurat.text());
  }

  /** The translation unit. */
  public String text() {
    return text;
  }

  /** The kernels of a group of latents. */
  public GroupKernels group(int g) {
    return groups.get(g);
  }

  /** The kernels of an output. */
  public OutputKernels output(int o) {
    return outputs.get(o);
  }
}
