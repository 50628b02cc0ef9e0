package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Kernel;
import io.github.tgp4j.cuda.device.Products.Operand;
import io.github.tgp4j.cuda.source.GroupKernels;
import io.github.tgp4j.cuda.source.Launch;
import io.github.tgp4j.variational.Architecture;
import java.util.List;

/**
 * What one group shares over all rows, kept on the device: K_zz and L⁻¹, what rows need of every
 * q(v), and the way back from the rows' sums to K̄_zz (S1–S6); the device's {@code GroupFactors}.
 */
final class ResidentFactors implements AutoCloseable {
  private static final int THREADS = 256;

  private final DeviceModel model;
  private final int g;
  private final int m;
  private final int first;
  private final int latents;
  private final GroupKernels kernels;
  private final GroupFactor factor;
  private final Buffer kzz;
  private final Buffer work; // (M + latents)×M
  private final Buffer product;
  private final Buffer gram; // Φ + Φᵀ of all latents, then K̄_zz
  private final Buffer squares; // of the rows of L⁻¹
  private final Buffer noise; // places of the noises' variances among θ
  private final int noises;

  /**
   * @param facts where those about the factor go
   */
  ResidentFactors(DeviceModel model, Architecture architecture, int g, long facts) {
    this.model = model;
    this.g = g;
    Architecture.Group group = architecture.groups().get(g);
    m = group.inducing();
    latents = group.latents();
    first = architecture.firstLatentOfGroup(g);
    kernels = model.source().group(g);
    factor = new GroupFactor(model.lane(), m, model.state().inverse(g), facts);
    long square = (long) m * m;
    kzz = new Buffer(square);
    work = new Buffer((long) (m + latents) * m);
    product = new Buffer(square);
    gram = new Buffer(square);
    squares = new Buffer(m);
    int[] places = architecture.noiseVariances();
    noises = places.length;
    noise = new Buffer(noises);
    long[] wide = new long[Math.max(1, noises)];
    for (int i = 0; i < noises; i++) {
      wide[i] = places[i];
    }
    model.lane().stream().upload(wide, noise.at());
  }

  /** Whether its matrices are too large for one block of the device. */
  boolean isLarge() {
    return !factor.isSmall();
  }

  private Operand matrix(Buffer of) {
    return Operand.of(of.at(), m);
  }

  private Operand inverse() {
    return matrix(model.state().inverse(g));
  }

  private void multiply(int rows, double alpha, Operand a, Operand b, Operand out) {
    model.lane().products().multiply(rows, m, m, alpha, a, b, 0.0, out);
  }

  /**
   * K_zz and its factor at the current θ.
   *
   * @param jitter where that of large matrices stands
   */
  void factor(long jitter) {
    Lane lane = model.lane();
    GroupKernels.Grid grid = kernels.crossGrid(m, m);
    long z = model.state().inducing(g);
    lane.launch(
        kernels.cross(),
        new Grid(grid.x(), grid.y(), grid.z(), Launch.BLOCK, 0),
        model.state().theta().at(),
        z,
        m,
        z,
        m,
        1,
        kzz.at());
    factor.factor(kzz, jitter);
    lane.eachRow("row_squares", m, factor.inverse().at(), m, squares.at());
    lane.launch(
        "direct_measure",
        Grid.of(1, THREADS),
        squares.at(),
        m,
        model.state().theta().at(),
        noise.at(),
        noises,
        factor.fact(0));
  }

  /** d and C of a latent. */
  void prepare(int latent, DevicePosterior q) {
    Lane lane = model.lane();
    ModelState state = model.state();
    if (!state.isDirect(g)) {
      lane.stream().copy(q.mean().at(), state.direction(latent).at(), m);
      if (q.isOwn()) {
        lane.stream().copy(q.deviation().at(), state.middle(latent).at(), q.deviation().size());
      }
      return;
    }
    lane.launch(
        "times_vector",
        Grid.of((m + 31) / 32, THREADS),
        state.inverse(g).at(),
        m,
        q.mean().at(),
        state.direction(latent).at());
    if (q.isOwn()) {
      multiply(m, 1.0, matrix(q.deviation()), inverse(), matrix(product));
      multiply(m, 1.0, inverse().transpose(), matrix(product), matrix(state.middle(latent)));
    }
  }

  /** From the rows' sums to W and a of A, whichever H they are of; then on to K̄_zz. */
  void finish(DevicePosterior[] posteriors) {
    for (int l = first; l < first + latents; l++) {
      DevicePosterior q = posteriors[l];
      if (q.isOwn()) {
        whiten(l);
        multiply(m, 1.0, matrix(q.deviation()), matrix(model.sums().w(l)), matrix(product));
      }
      model
          .lane()
          .each(
              "gram_from",
              gram.size(),
              q.isOwn() ? product.at() : 0,
              q.mean().at(),
              model.sums().slope(l),
              m,
              l > first ? 1 : 0,
              gram.at());
    }
    multiply(m, 1.0, matrix(gram), inverse(), matrix(product));
    multiply(m, -0.5, inverse().transpose(), matrix(product), matrix(gram));
    model.lane().launch("jitter_back", Grid.of(1, THREADS), gram.at(), m, factor.fact(0));
    model.rows().inducingBack(g, kzz, gram);
    if (latents > 1 && !posteriors[first + 1].isOwn()) {
      // The C latents' KL holds the shared covariance C times: its step wants W for one
      long share = Kernel.number(1.0 / latents);
      model.lane().each("scale_by", gram.size(), model.sums().w(first).at(), gram.size(), share);
    }
  }

  private void whiten(int latent) {
    if (!model.state().isDirect(g)) {
      return;
    }
    int rows = m + model.sums().sharing(latent);
    Buffer w = model.sums().w(latent);
    multiply(rows, 1.0, matrix(w), inverse().transpose(), matrix(work));
    multiply(m, 1.0, inverse(), matrix(work), matrix(w));
    long square = (long) m * m;
    model.lane().stream().copy(work.at(square), w.at(square), (long) (rows - m) * m);
  }

  @Override
  public void close() {
    Closing.all(List.of(factor, kzz, work, product, gram, squares, noise));
  }
}
