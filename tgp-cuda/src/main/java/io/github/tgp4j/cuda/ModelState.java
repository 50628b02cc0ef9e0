package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Stream;
import io.github.tgp4j.engine.State;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SharedPosterior;
import java.util.ArrayList;
import java.util.List;

/**
 * What rows need to know of a model, on the device: θ, L⁻¹ of every group, d and C of every latent,
 * and the nodes of every output. It is what a {@link State} of the bound holds.
 */
final class ModelState implements AutoCloseable {
  private final Architecture architecture;
  private final boolean[] own; // whether a latent has a covariance of its own
  private final Buffer theta;
  private final Buffer[] inverse; // per group
  private final Buffer[] direction; // per latent
  private final Buffer[] middle; // per latent; the first one's where they share it
  private final Buffer[] weights; // per output
  private final Buffer[] nodes;
  private final int[] nodeCount;
  private final boolean[] direct; // per group
  private final List<Buffer> taken = new ArrayList<>();
  private final Buffer noise; // seed and step of random numbers
  private boolean predictive;

  ModelState(Architecture architecture, List<InducingPosterior> posteriors, int parameters) {
    this.architecture = architecture;
    theta = take(parameters);
    noise = take(2);
    int groups = architecture.groups().size();
    inverse = new Buffer[groups];
    direct = new boolean[groups];
    direction = new Buffer[architecture.latents()];
    middle = new Buffer[architecture.latents()];
    own = new boolean[architecture.latents()];
    for (int g = 0; g < groups; g++) {
      inverse[g] = take(square(g));
    }
    for (int l = 0; l < middle.length; l++) {
      int g = architecture.groupOf(l);
      own[l] = !(posteriors.get(l) instanceof SharedPosterior);
      direction[l] = take(architecture.groups().get(g).inducing());
      middle[l] = own[l] ? take(square(g)) : middle[architecture.firstLatentOfGroup(g)];
    }
    int outputs = architecture.outputs().size();
    weights = new Buffer[outputs];
    nodes = new Buffer[outputs];
    nodeCount = new int[outputs];
  }

  private long square(int group) {
    long m = architecture.groups().get(group).inducing();
    return m * m;
  }

  private Buffer take(long size) {
    Buffer buffer = new Buffer(size);
    taken.add(buffer);
    return buffer;
  }

  /** Takes what a bound of this model computed. */
  void load(State state, Stream stream) {
    StateReader in = new StateReader(state);
    loadLatents(in, stream);
    for (int o = 0; o < nodes.length; o++) {
      predictive = in.next() > 0;
      double[] weight = new double[(int) in.next()];
      in.next(weight);
      double[] node = new double[weight.length * architecture.outputs().get(o).processes()];
      in.next(node);
      useNodes(o, weight, node, stream);
    }
    in.finish();
    stream.upload(new long[] {state.seed(), state.step()}, noise.at());
  }

  /** Takes what a prediction needs, which has no nodes. */
  void loadLatents(State state, Stream stream) {
    StateReader in = new StateReader(state);
    loadLatents(in, stream);
    in.finish();
  }

  private void loadLatents(StateReader in, Stream stream) {
    read(in, theta, stream);
    for (int g = 0; g < inverse.length; g++) {
      direct[g] = in.next() == 1.0;
      read(in, inverse[g], stream);
      int first = architecture.firstLatentOfGroup(g);
      for (int l = first; l < first + architecture.groups().get(g).latents(); l++) {
        read(in, direction[l], stream);
        if (own[l]) {
          read(in, middle[l], stream);
        }
      }
    }
  }

  /** Replaces the nodes of an output; those of one process after the other. */
  void useNodes(int output, double[] weight, double[] node, Stream stream) {
    if (nodes[output] == null || nodes[output].size() < node.length) {
      weights[output] = take(weight.length);
      nodes[output] = take(node.length);
    }
    nodeCount[output] = weight.length;
    stream.upload(weight, weights[output].at());
    stream.upload(node, nodes[output].at());
  }

  private static void read(StateReader in, Buffer to, Stream stream) {
    double[] numbers = new double[Math.toIntExact(to.size())];
    in.next(numbers);
    stream.upload(numbers, to.at());
  }

  Buffer theta() {
    return theta;
  }

  /** Where Z of a group starts, which is part of θ. */
  long inducing(int group) {
    return theta.at(architecture.inducing(group, new double[Math.toIntExact(theta.size())]).offset);
  }

  Buffer inverse(int group) {
    return inverse[group];
  }

  /** Whether rows of a group skip the whitening (S6). */
  boolean isDirect(int group) {
    return direct[group];
  }

  void useDirect(int group, boolean value) {
    direct[group] = value;
  }

  /** d of a latent. */
  Buffer direction(int latent) {
    return direction[latent];
  }

  /** C of a latent. */
  Buffer middle(int latent) {
    return middle[latent];
  }

  /** Whether a latent has a covariance of its own. */
  boolean isOwn(int latent) {
    return own[latent];
  }

  Buffer weights(int output) {
    return weights[output];
  }

  Buffer nodes(int output) {
    return nodes[output];
  }

  int nodeCount(int output) {
    return nodeCount[output];
  }

  /** Whether rows count by their predictive density. */
  boolean isPredictive() {
    return predictive;
  }

  /** Seed and step of the random numbers. */
  Buffer noise() {
    return noise;
  }

  @Override
  public void close() {
    taken.forEach(Buffer::close);
  }
}
