package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/** Writes how one node goes through an output's flows, and back. */
final class NodeCode {
  private final CodeWriter out;
  private final List<Stretch> stretches = new ArrayList<>();
  private final int flows;
  private final int latents;
  private final int processes;
  private final boolean hasLast;
  private final int tape; // of the longest flow

  /**
   * Neighbouring flows that are equal, treated by one loop.
   *
   * @param first number of the first flow
   * @param at where the first one's values lie among the own ones
   */
  private record Stretch(
      FlowTree tree, FlowCode.Name name, int first, int count, int at, boolean isIdentity) {}

  NodeCode(CodeWriter out, Architecture.Output output, OwnValues own, FlowCode code) {
    this.out = out;
    flows = output.flows().size();
    latents = output.likelihood().latents();
    processes = output.processes();
    hasLast = output.latentNetwork() != null;
    int longest = 0;
    for (int c = 0; c < flows; c++) {
      Flow flow = output.flows().get(c);
      FlowTree tree = FlowTree.of(flow);
      longest = Math.max(longest, tree.tape());
      addFlow(tree, code, own.flowAt(c));
    }
    tape = longest;
  }

  private void addFlow(FlowTree tree, FlowCode code, int at) {
    FlowCode.Name name = code.of(tree);
    int last = stretches.size() - 1;
    if (last >= 0 && stretches.get(last).tree().equals(tree)) {
      Stretch s = stretches.get(last);
      stretches.set(
          last, new Stretch(tree, name, s.first(), s.count() + 1, s.at(), s.isIdentity()));
      return;
    }
    int first = last < 0 ? 0 : stretches.get(last).first() + stretches.get(last).count();
    boolean plain = tree.equals(FlowTree.LEAVES.get("identity"));
    stretches.add(new Stretch(tree, name, first, 1, at, plain));
  }

  private String flowTheta(Stretch stretch) {
    return "own + " + stretch.at() + (stretch.count() == 1 ? "" : " + " + stride(stretch));
  }

  private String flowThetaBar(Stretch stretch) {
    return "bar + " + stretch.at() + (stretch.count() == 1 ? "" : " + " + stride(stretch));
  }

  private static String stride(Stretch stretch) {
    return "(k - " + stretch.first() + ") * " + stretch.tree().parameters();
  }

  private String process(String flow) {
    return processes == 1 ? "0" : flow;
  }

  /** f0 and the latents f of one node; the flows' tapes. */
  void forward() {
    out.line("double f0[%d], f[%d];", flows, latents);
    if (tape > 0) {
      out.line("double tape[%d];", flows * tape);
    }
    for (Stretch stretch : stretches) {
      openLoop(stretch);
      String p = process("k");
      out.line("f0[k] = mu[%s] + sd[%s] * z[(long long)%s * nodes + s];", p, p, p);
      if (stretch.isIdentity()) {
        out.line("f[k] = f0[k];");
      } else {
        out.line("f[k] = %s;", stretch.name().value(flowTheta(stretch), "f0[k]", tapeOf()));
      }
      out.close();
    }
    if (hasLast) {
      out.line("f[%d] = last[row];", latents - 1);
    }
  }

  private String tapeOf() {
    return tape == 0 ? "0" : "tape + k * " + tape;
  }

  private void openLoop(Stretch stretch) {
    out.open("for (int k = %d; k < %d; k++)", stretch.first(), stretch.first() + stretch.count());
  }

  void backward() {
    for (Stretch stretch : stretches) {
      openLoop(stretch);
      if (!stretch.isIdentity()) {
        String theta = flowTheta(stretch);
        String bars = flowThetaBar(stretch);
        String back = stretch.name().back(theta, "f0[k]", "f[k]", tapeOf(), "fBar[k]", bars);
        out.line("fBar[k] = %s;", back);
      }
      String p = process("k");
      out.line("mSum[%s] += fBar[k];", p);
      out.line("vSum[%s] += fBar[k] * z[(long long)%s * nodes + s];", p, p);
      out.close();
    }
  }
}
