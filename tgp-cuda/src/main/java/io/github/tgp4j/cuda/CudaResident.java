package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.Event;
import io.github.tgp4j.cuda.device.Graph;
import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.optimise.Adam;
import io.github.tgp4j.optimise.Resident;
import io.github.tgp4j.optimise.ResidentEngine;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.SharedPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Stochastic steps that stay on the device: three graphs, one from the batch to the bound, one from
 * there to all derivatives, and one that moves parameters and every q(v) and factors the next K_zz.
 * The host sees the bound while the device is busy with the second, and decides about the third.
 */
final class CudaResident implements Resident, AutoCloseable {
  /**
   * Of the limit of the direct way, below which rows take it: the host knows how close K_zz was to
   * the limit one step ago.
   */
  private static final double DIRECT_SHARE = 0.25;

  private static final double FIRST_JITTER = 1e-8;
  private static final double LAST_JITTER = 1e-3;

  private final Device device;
  private final DeviceBatches batches;
  private final DeviceModel model;
  private final Architecture architecture;
  private final Lane lane; // where almost everything runs
  private final Lane side; // where q(v) moves meanwhile
  private final DeviceParameters parameters;
  private final DevicePosterior[] posteriors;
  private final ResidentFactors[] groups;
  private final int factsAt; // of the latents, in the report
  private final Buffer report; // the bound, facts of groups, facts of latents
  private final Pinned seen; // the report
  private final Buffer control; // Adam's settings, jitter of large matrices, then ρ per latent
  private final Pinned given;
  private final Pinned noise; // seed and step of random numbers
  private final double[] stepShare; // per latent, halved when a large q(v) could not move
  private final Event reported;
  private final EvaluationGraphs evaluations;
  private final List<AutoCloseable> taken = new ArrayList<>();
  private Graph moves;
  private Graph factors;

  CudaResident(
      Device device, DeviceBatches batches, DeviceModel model, ResidentEngine.Moved moved) {
    this.device = device;
    this.batches = batches;
    this.model = model;
    architecture = ((Elbo) moved.bound()).architecture();
    lane = model.lane();
    side = keep(model.newLane());
    int latents = architecture.latents();
    int count = architecture.groups().size();
    factsAt = GroupFactor.FACTS * (1 + count);
    int size = factsAt + GroupFactor.FACTS * latents;
    report = keep(new Buffer(size));
    seen = keep(new Pinned(size));
    control = keep(new Buffer(4L + latents));
    given = keep(new Pinned(4 + latents));
    noise = keep(new Pinned(2));
    reported = keep(new Event(device));
    lane.stream().clear(report.at(), size);
    lane.stream().clear(control.at(), 4L + latents);
    parameters = keep(new DeviceParameters(model, architecture, moved.parameters(), moved.adam()));
    posteriors = new DevicePosterior[latents];
    for (int l = 0; l < latents; l++) {
      boolean shared = moved.posteriors().get(l) instanceof SharedPosterior;
      DevicePosterior owner =
          shared ? posteriors[architecture.firstLatentOfGroup(architecture.groupOf(l))] : null;
      long facts = report.at(factsAt + (long) GroupFactor.FACTS * l);
      posteriors[l] = keep(new DevicePosterior(moved.posteriors().get(l), owner, side, facts));
    }
    groups = new ResidentFactors[count];
    for (int g = 0; g < count; g++) {
      long facts = report.at(GroupFactor.FACTS * (1L + g));
      groups[g] = keep(new ResidentFactors(model, architecture, g, facts));
    }
    stepShare = new double[latents];
    evaluations =
        keep(
            new EvaluationGraphs(
                model,
                architecture,
                batches,
                parameters,
                posteriors,
                groups,
                new EvaluationGraphs.Exchange(noise, report, seen)));
    model.state().load(moved.bound().state(), lane.stream()); // for the nodes
    push();
  }

  private <T extends AutoCloseable> T keep(T resource) {
    taken.add(resource);
    return resource;
  }

  private long jitterAt() {
    return control.at(3);
  }

  @Override
  public void push() {
    device.use();
    Arrays.fill(stepShare, 1.0);
    parameters.push(lane.stream());
    for (DevicePosterior q : posteriors) {
      q.push(lane.stream());
    }
    factor();
    for (int g = 0; g < groups.length; g++) { // as here: the limit itself
      model.state().useDirect(g, fact(g, GroupFactor.MEASURE) <= 1.0);
    }
  }

  @Override
  public void pull() {
    device.use();
    parameters.pull(lane.stream());
    for (DevicePosterior q : posteriors) {
      q.pull(lane.stream());
    }
  }

  @Override
  public void useNodes(int output, Nodes nodes) {
    device.use();
    int processes = architecture.outputs().get(output).processes();
    double[] all = new double[processes * nodes.count()];
    for (int c = 0; c < processes; c++) {
      System.arraycopy(nodes.copyNodes(c), 0, all, c * nodes.count(), nodes.count());
    }
    model.state().useNodes(output, nodes.copyWeights(), all, lane.stream());
  }

  @Override
  public void useNoise(long seed, long step) {
    noise.longs().put(0, seed).put(1, step);
  }

  @Override
  public double jitter() {
    double most = 0.0;
    for (int g = 0; g < groups.length; g++) {
      most = Math.max(most, fact(g, GroupFactor.JITTER));
    }
    return most;
  }

  private double fact(int group, int which) {
    return seen.doubles().get(GroupFactor.FACTS * (1 + group) + which);
  }

  private double latentFact(int latent, int which) {
    return seen.doubles().get(factsAt + GroupFactor.FACTS * latent + which);
  }

  @Override
  public double evaluate() {
    device.use();
    double bound = evaluateOnce();
    if (!isFactored() && hasLarge()) { // small ones have tried every jitter already
      bound = withJitter();
    }
    for (int g = 0; g < groups.length; g++) {
      model.state().useDirect(g, fact(g, GroupFactor.MEASURE) <= DIRECT_SHARE);
    }
    return isFactored() ? bound : Double.NaN;
  }

  private double evaluateOnce() {
    batches.gather(lane);
    EvaluationGraphs.Pair graphs = evaluations.ofNow();
    graphs.bound().launch(lane.stream());
    reported.mark(lane.stream());
    graphs.derivatives().launch(lane.stream());
    batches.markRead(lane);
    batches.drawAhead();
    reported.await();
    return seen.doubles().get(0);
  }

  private boolean isFactored() {
    for (int g = 0; g < groups.length; g++) {
      if (fact(g, GroupFactor.GOOD) != 1.0) {
        return false;
      }
    }
    return true;
  }

  private boolean hasLarge() {
    return Arrays.stream(groups).anyMatch(ResidentFactors::isLarge);
  }

  /** Factors again with more and more jitter until it does. */
  private double withJitter() {
    for (double jitter = FIRST_JITTER; jitter <= LAST_JITTER * 1.5; jitter *= 10) {
      lane.stream().upload(new double[] {jitter}, jitterAt());
      factor();
      if (isFactored()) {
        break;
      }
    }
    lane.stream().upload(new double[] {0.0}, jitterAt());
    return evaluateOnce();
  }

  /** Factors every K_zz at the current θ, and waits. */
  private void factor() {
    if (factors == null) {
      factors =
          keep(
              new Graph(
                  lane.stream(),
                  () -> {
                    recordFactors();
                    lane.stream().download(report.at(), seen, report.size());
                  }));
    }
    factors.launch(lane.stream());
    lane.stream().finish();
  }

  private void recordFactors() {
    for (ResidentFactors group : groups) {
      group.factor(jitterAt());
    }
  }

  @Override
  public void move(Adam.Settings adam, double[] shares, double[] naturalSteps) {
    device.use();
    given.doubles().put(0, adam.rate()).put(1, adam.epsilon()).put(2, adam.largest()).put(3, 0.0);
    for (int l = 0; l < naturalSteps.length; l++) {
      if (groups[architecture.groupOf(l)].isLarge()
          && latentFact(l, GroupFactor.JITTER) > 0) { // it was asked to move
        boolean moved = latentFact(l, GroupFactor.GOOD) == 1.0;
        stepShare[l] = moved ? Math.min(1.0, 2.0 * stepShare[l]) : 0.5 * stepShare[l];
      }
      given.doubles().put(4 + l, stepShare[l] * naturalSteps[l]);
    }
    parameters.useShares(shares, lane.stream());
    if (moves == null) {
      moves = keep(new Graph(lane.stream(), this::recordMove));
    }
    moves.launch(lane.stream());
  }

  private void recordMove() {
    lane.stream().upload(given, control.at(), control.size());
    lane.stream().before(side.stream());
    for (int l = 0; l < posteriors.length; l++) { // owners come before those who share
      long slope = model.sums().slope(l);
      posteriors[l].move(side, model.sums().w(l).at(), slope, control.at(4L + l));
    }
    parameters.move(lane, control.at());
    recordFactors();
    side.stream().before(lane.stream());
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
