package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Kernel;
import io.github.tgp4j.cuda.source.Launch;
import io.github.tgp4j.cuda.source.NetworkKernels;
import io.github.tgp4j.cuda.source.OutputKernels;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows' way through one output, from the marginals of its latents to the expectation and back,
 * with the networks that give its flows' values; equations E2–E6 in docs/equations.md. It is what
 * {@code OutputExpectation} does for rows in memory.
 */
final class OutputRows implements AutoCloseable {
  private final ModelState state;
  private final DeviceSums sums;
  private final Lane lane;
  private final RowPass.Marginals marginals;
  private final Partials partials;
  private final OutputKernels kernels;
  private final int o;
  private final int latent; // the output's first
  private final int latents; // of the likelihood
  private final int draws;
  private final List<NetworkRows> networks = new ArrayList<>(); // the latent's one last
  private final Buffer values; // of flows, by networks; null without these
  private final Buffer valuesBar;
  private final Buffer last; // the latent that a network gives; null where every one is a GP
  private final Buffer lastBar;
  private final Buffer partial;
  private final Buffer places;
  private final List<AutoCloseable> taken = new ArrayList<>();

  OutputRows(DeviceModel model, Architecture architecture, int o, RowPass.Marginals marginals) {
    this.o = o;
    this.marginals = marginals;
    state = model.state();
    sums = model.sums();
    lane = model.lane();
    partials = new Partials(lane, sums);
    kernels = model.source().output(o);
    latent = architecture.firstLatentOfOutput(o);
    latents = architecture.outputs().get(o).likelihood().latents();
    kernels.networks().forEach(this::addNetwork);
    boolean flows = !networks.isEmpty();
    boolean byNetwork = kernels.latentNetwork() != null;
    if (byNetwork) {
      addNetwork(kernels.latentNetwork());
    }
    int block = marginals.stride();
    values = flows ? take((long) kernels.dependentValues() * block) : null;
    valuesBar = flows ? take((long) kernels.dependentValues() * block) : null;
    last = byNetwork ? take(block) : null;
    lastBar = byNetwork ? take(block) : null;
    draws = networks.stream().mapToInt(n -> n.kernels().samples()).max().orElse(1);
    int blocks = Math.max(kernels.grid(block), kernels.predictiveGrid(block));
    long size = (long) blocks * kernels.width();
    for (NetworkRows network : networks) {
      NetworkKernels own = network.kernels();
      size = Math.max(size, (long) own.backGrid(block).x() * own.parameters());
    }
    partial = take(size);
    places = partials.places(kernels.places());
    taken.add(places);
  }

  private void addNetwork(NetworkKernels own) {
    long stride = marginals.stride();
    networks.add(new NetworkRows(lane, own, state.theta().at(), state.noise().at(), stride));
  }

  private Buffer take(long size) {
    Buffer buffer = new Buffer(size);
    taken.add(buffer);
    return buffer;
  }

  /**
   * Adds the expectation and θ̄ of flow and likelihood, and writes the adjoints of the marginals;
   * where networks are drawn several times, what {@link #back} does too.
   */
  void expect(Batch rows) {
    for (int draw = 0; draw < draws; draw++) {
      for (NetworkRows network : networks) {
        NetworkKernels own = network.kernels();
        network.forward(rows, sample(own, draw), place(own, values, last));
      }
      expectation(rows, draw);
      if (draws > 1) {
        back(rows, draw);
      }
    }
  }

  /** Adds θ̄ of the networks' weights. */
  void back(Batch rows) {
    if (draws == 1) {
      back(rows, 0);
    }
  }

  private void back(Batch rows, int draw) {
    for (NetworkRows network : networks) {
      back(network, rows, draw);
    }
  }

  private void expectation(Batch rows, int draw) {
    boolean predictive = state.isPredictive();
    int blocks = predictive ? kernels.predictiveGrid(rows.rows()) : kernels.grid(rows.rows());
    lane.launch(
        predictive ? kernels.predictive() : kernels.expectation(),
        Grid.of(blocks, Launch.BLOCK),
        state.theta().at(),
        at(values),
        at(last),
        rows.y(o),
        rows.rows(),
        marginals.stride(),
        marginals.mean(latent),
        marginals.variance(latent),
        state.nodes(o).at(),
        state.weights(o).at(),
        state.nodeCount(o),
        Kernel.number(rows.scale() / draws),
        draw > 0 ? 1 : 0,
        marginals.meanBar(latent),
        marginals.varianceBar(latent),
        at(valuesBar),
        at(lastBar),
        partial.at());
    partials.addColumns(partial, blocks, kernels.width(), places);
  }

  private static long at(Buffer buffer) {
    return buffer == null ? 0 : buffer.at();
  }

  private long sample(NetworkKernels network, int draw) {
    return (long) draw * latents + network.draw();
  }

  /** Where a network's values stand, or their adjoints. */
  private long place(NetworkKernels network, Buffer ofFlows, Buffer ofLatent) {
    return network == kernels.latentNetwork()
        ? ofLatent.at()
        : ofFlows.at((long) network.firstValue() * marginals.stride());
  }

  private void back(NetworkRows network, Batch rows, int draw) {
    NetworkKernels own = network.kernels();
    long bars = place(own, valuesBar, lastBar);
    int blocks = network.back(rows, sample(own, draw), bars, partial.at());
    partials.addBlocks(partial, blocks, own.parameters(), sums.thetaBar(own.at()));
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
