package io.github.tgp4j.cuda.source;

import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/** The text of the kernels that predict with a model, and what is needed to launch them. */
public final class PredictionSource {
  private final String text;
  private final List<GroupKernels> groups;
  private final List<Output> outputs;

  /**
   * The kernels of one output.
   *
   * @param mixture name of the kernel that answers what is asked of its mixtures; null where there
   *     is none
   * @param networks that give values of its flow: none or one
   * @param values how many they give for a row
   */
  public record Output(String mixture, List<NetworkKernels> networks, int values) {
    /** Bytes of shared memory that a block of the mixture's kernel needs. */
    public long sharedBytes(int nodes, int draws) {
      long components = (long) nodes * draws;
      return Double.BYTES * components + Float.BYTES * (components + 1);
    }
  }

  private PredictionSource(String text, List<GroupKernels> groups, List<Output> outputs) {
    this.text = text;
    this.groups = List.copyOf(groups);
    this.outputs = List.copyOf(outputs);
  }

  /**
   * Of a model.
   *
   * @throws UnsupportedModelException naming a part for which there are no kernels
   */
  public static PredictionSource of(Architecture architecture) {
    CodeWriter out = new CodeWriter();
    ModelSource.library(out);
    out.text(CodeWriter.resource("mixture.h"));
    List<GroupKernels> groups = new ArrayList<>();
    for (int g = 0; g < architecture.groups().size(); g++) {
      groups.add(new GroupCode(out).write(architecture, g));
    }
    FlowCode flows = new FlowCode(out);
    List<Output> outputs = new ArrayList<>();
    for (int o = 0; o < architecture.outputs().size(); o++) {
      outputs.add(output(architecture, o, flows, out));
    }
    return new PredictionSource(out.toString(), groups, outputs);
  }

  private static Output output(Architecture architecture, int o, FlowCode flows, CodeWriter out) {
    Architecture.Output output = architecture.outputs().get(o);
    if (!MixtureCode.covers(output)) {
      return new Output(null, List.of(), 0);
    }
    List<NetworkKernels> networks = new ArrayList<>();
    int latent = architecture.firstLatentOfOutput(o);
    int values = 0;
    for (int c = 0; c < output.networks().size(); c++) {
      int at = architecture.networkAt(latent + c);
      networks.add(NetworkCode.write(out, output.networks().get(c), at, values, c));
      values += networks.get(c).outputs();
    }
    return new Output(MixtureCode.write(architecture, o, flows, out), networks, values);
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
  public Output output(int o) {
    return outputs.get(o);
  }
}
