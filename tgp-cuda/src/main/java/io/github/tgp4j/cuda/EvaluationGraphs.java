package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Graph;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The graphs of an evaluation: from the batch to the bound, which the host then sees, and from
 * there to all derivatives. There is one pair for every choice of ways through the groups (S6).
 */
final class EvaluationGraphs implements AutoCloseable {
  private static final int THREADS = 256;

  private final DeviceModel model;
  private final Architecture architecture;
  private final DeviceBatches batches;
  private final DeviceParameters parameters;
  private final DevicePosterior[] posteriors;
  private final ResidentFactors[] groups;
  private final Exchange exchange;
  private final Lane lane;
  private final boolean hasNetworks;
  private final Map<List<Boolean>, Pair> known = new HashMap<>();
  private final List<Graph> taken = new ArrayList<>();

  /**
   * What goes between host and device in an evaluation.
   *
   * @param noise seed and step of the random numbers, of the host
   * @param report the bound and what else the host sees, on the device
   * @param seen the same on the host
   */
  record Exchange(Pinned noise, Buffer report, Pinned seen) {}

  /** From the batch to the bound, and on to the derivatives. */
  record Pair(Graph bound, Graph derivatives) {}

  EvaluationGraphs(
      DeviceModel model,
      Architecture architecture,
      DeviceBatches batches,
      DeviceParameters parameters,
      DevicePosterior[] posteriors,
      ResidentFactors[] groups,
      Exchange exchange) {
    this.model = model;
    this.architecture = architecture;
    this.batches = batches;
    this.parameters = parameters;
    this.posteriors = posteriors;
    this.groups = groups;
    this.exchange = exchange;
    lane = model.lane();
    hasNetworks =
        architecture.outputs().stream()
            .anyMatch(o -> !o.networks().isEmpty() || o.latentNetwork() != null);
  }

  /** Those of the ways that the groups go now. */
  Pair ofNow() {
    List<Boolean> ways = new ArrayList<>();
    for (int g = 0; g < groups.length; g++) {
      ways.add(model.state().isDirect(g));
    }
    Pair pair = known.get(ways);
    if (pair == null) {
      pair = new Pair(graph(this::recordBound), graph(this::recordDerivatives));
      known.put(ways, pair);
    }
    return pair;
  }

  private Graph graph(Runnable work) {
    Graph graph = new Graph(lane.stream(), work);
    taken.add(graph);
    return graph;
  }

  private void recordBound() {
    Buffer report = exchange.report();
    if (hasNetworks) {
      lane.stream().upload(exchange.noise(), model.state().noise().at(), 2);
    }
    model.sums().clear(lane.stream());
    for (int l = 0; l < posteriors.length; l++) {
      groups[architecture.groupOf(l)].prepare(l, posteriors[l]);
    }
    if (model.rows().isOneBlock(batches.batch())) {
      model.rows().expectation(batches.batch());
    } else {
      model.rows().gradient(batches.batch());
    }
    parameters.addLogPrior(lane);
    lane.stream().copy(model.sums().expectation().at(), report.at(), 1);
    for (DevicePosterior q : posteriors) {
      lane.launch(
          "less_divergence",
          Grid.of(1, THREADS),
          q.mean().at(),
          q.deviation().at(),
          q.mean().size(),
          q.logDeterminant().at(),
          report.at());
    }
    lane.stream().download(report.at(), exchange.seen(), report.size());
  }

  private void recordDerivatives() {
    if (model.rows().isOneBlock(batches.batch())) {
      model.rows().pullback(batches.batch());
    }
    for (ResidentFactors group : groups) {
      group.finish(posteriors);
    }
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
