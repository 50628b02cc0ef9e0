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
  private final String text;
  private final List<OutputKernels> outputs;

  private ModelSource(String text, List<OutputKernels> outputs) {
    this.text = text;
    this.outputs = List.copyOf(outputs);
  }

  /**
   * Of a model.
   *
   * @throws UnsupportedModelException naming a part for which there are no kernels
   */
  public static ModelSource of(Architecture architecture) {
    CodeWriter out = new CodeWriter();
    for (String part : List.of("prelude.h", "functions.h", "flows.h", "likelihoods.h")) {
      out.text(CodeWriter.resource(part));
    }
    FlowCode flows = new FlowCode(out);
    List<OutputKernels> outputs = new ArrayList<>();
    for (int o = 0; o < architecture.outputs().size(); o++) {
      outputs.add(new ExpectationCode(architecture, o, flows, out).write(o));
    }
    return new ModelSource(out.toString(), outputs);
  }

  /** The translation unit. */
  public String text() {
    return text;
  }

  /** The kernels of an output. */
  public OutputKernels output(int o) {
    return outputs.get(o);
  }
}
