package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Stream;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.variational.Architecture;

/**
 * The sums over rows on the device: the expectation and θ̄ in one vector, and for every latent with
 * a covariance of its own W, with the a of all latents that have this covariance below it.
 */
final class DeviceSums implements AutoCloseable {
  private final Architecture architecture;
  private final ModelState state;
  private final Buffer first; // expectation, then θ̄
  private final Buffer[] w; // per latent; the first one's where they share it

  DeviceSums(Architecture architecture, ModelState state) {
    this.architecture = architecture;
    this.state = state;
    first = new Buffer(1 + state.theta().size());
    w = new Buffer[architecture.latents()];
    for (int l = 0; l < w.length; l++) {
      int g = architecture.groupOf(l);
      long m = architecture.groups().get(g).inducing();
      w[l] =
          state.isOwn(l) ? new Buffer((m + sharing(l)) * m) : w[architecture.firstLatentOfGroup(g)];
    }
  }

  /** How many latents have the covariance of this one, which is its own. */
  int sharing(int latent) {
    int g = architecture.groupOf(latent);
    int end = architecture.firstLatentOfGroup(g) + architecture.groups().get(g).latents();
    int next = latent + 1;
    while (next < end && !state.isOwn(next)) {
      next++;
    }
    return next - latent;
  }

  void clear(Stream stream) {
    stream.clear(first.at(), first.size());
    for (int l = 0; l < w.length; l++) {
      if (state.isOwn(l)) {
        stream.clear(w[l].at(), w[l].size());
      }
    }
  }

  /** Where the expectation stands, and behind it θ̄. */
  Buffer expectation() {
    return first;
  }

  /** Where θ̄_i stands. */
  long thetaBar(int i) {
    return first.at(1L + i);
  }

  /** W of a latent, and its rows of a. */
  Buffer w(int latent) {
    return w[latent];
  }

  /** a of a latent. */
  long slope(int latent) {
    int owner = latent;
    while (!state.isOwn(owner)) {
      owner--;
    }
    long m = architecture.groups().get(architecture.groupOf(latent)).inducing();
    return w[latent].at((m + latent - owner) * m);
  }

  /** total ← these, and waits for them. */
  void download(Stream stream, RowSums total) {
    double[] numbers = new double[Math.toIntExact(first.size())];
    stream.download(first.at(), numbers);
    total.expectation = numbers[0];
    System.arraycopy(numbers, 1, total.thetaBar, 0, total.thetaBar.length);
    for (int l = 0; l < w.length; l++) {
      if (state.isOwn(l)) {
        stream.download(w[l].at(), total.w[l].data);
      }
      stream.download(slope(l), total.aBar[l]);
    }
  }

  @Override
  public void close() {
    first.close();
    for (int l = 0; l < w.length; l++) {
      if (state.isOwn(l)) {
        w[l].close();
      }
    }
  }
}
