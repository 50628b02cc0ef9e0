package io.github.tgp4j.optimise;

import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes that outputs are integrated on. A lattice's shift is drawn anew at every step, so that
 * its error averages out; Gauss–Hermite nodes stay.
 *
 * @param perLatent nodes, where they are those of one latent
 */
record Lattices(Architecture architecture, int perLatent, long seed) {
  /** Those of every output at the start. */
  List<Nodes> first() {
    return IntStream.range(0, architecture.outputs().size()).mapToObj(o -> nodes(o, 0)).toList();
  }

  /** Whoever has nodes gets those of a step. */
  interface Taker {
    void useNodes(int output, Nodes nodes);
  }

  void renew(Taker taker, int step) {
    for (int o = 0; o < architecture.outputs().size(); o++) {
      if (latents(o) > 2) {
        taker.useNodes(o, nodes(o, step));
      }
    }
  }

  private Nodes nodes(int output, int step) {
    return Nodes.forLatents(latents(output), perLatent, seed + step).significant();
  }

  private int latents(int output) {
    return architecture.outputs().get(output).processes();
  }
}
