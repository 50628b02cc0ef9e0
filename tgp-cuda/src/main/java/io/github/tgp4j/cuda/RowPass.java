package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows on their way from x to the expectation and back to the sums, on the device: equations S2–S6
 * and E2–E6. It puts the work on a lane; whoever calls decides whether it runs now or becomes part
 * of a graph.
 *
 * <p>Rows are taken in blocks of one size, so that work space has a limit.
 */
final class RowPass implements AutoCloseable {
  private final int block; // rows at a time
  private final List<GroupRows> groups = new ArrayList<>();
  private final List<OutputRows> outputs = new ArrayList<>();
  private final Marginals marginals;

  /**
   * @param block rows at a time
   */
  RowPass(DeviceModel model, Architecture architecture, int block) {
    this.block = block;
    marginals = new Marginals(architecture.latents(), block);
    for (int g = 0; g < architecture.groups().size(); g++) {
      groups.add(new GroupRows(model, architecture, g, marginals));
    }
    for (int o = 0; o < architecture.outputs().size(); o++) {
      outputs.add(new OutputRows(model, architecture, o, marginals));
    }
  }

  /** Mean and variance of every latent at the rows of a block, and their adjoints. */
  static final class Marginals implements AutoCloseable {
    private final int stride;
    private final Buffer mean;
    private final Buffer variance;
    private final Buffer meanBar;
    private final Buffer varianceBar;

    Marginals(int latents, int block) {
      stride = block;
      mean = new Buffer((long) latents * block);
      variance = new Buffer((long) latents * block);
      meanBar = new Buffer((long) latents * block);
      varianceBar = new Buffer((long) latents * block);
    }

    /** From one latent to the next. */
    int stride() {
      return stride;
    }

    private long at(Buffer buffer, int latent) {
      return buffer.at((long) latent * stride);
    }

    long mean(int latent) {
      return at(mean, latent);
    }

    long variance(int latent) {
      return at(variance, latent);
    }

    long meanBar(int latent) {
      return at(meanBar, latent);
    }

    long varianceBar(int latent) {
      return at(varianceBar, latent);
    }

    @Override
    public void close() {
      mean.close();
      variance.close();
      meanBar.close();
      varianceBar.close();
    }
  }

  /** Rows at a time. */
  int block() {
    return block;
  }

  /** Numbers of work space that a row of a block needs. */
  static long perRow(Architecture architecture) {
    long sum = 8L * architecture.latents();
    for (Architecture.Group group : architecture.groups()) {
      sum += group.inducing() * (6L + group.latents());
    }
    return sum + 100L * architecture.outputs().size();
  }

  /** Adds what the rows of a batch contribute, with all derivatives. */
  void gradient(Batch batch) {
    for (long from = 0; from < batch.rows(); from += block) {
      Batch rows = batch.slice(from, Math.min(batch.rows(), from + block));
      expectation(rows);
      pullback(rows);
    }
  }

  /** Whether a batch is one block, so that its expectation is known before the way back. */
  boolean isOneBlock(Batch batch) {
    return batch.rows() <= block;
  }

  /** Adds the expectation of a block, and what is needed for {@link #pullback}. */
  void expectation(Batch rows) {
    groups.forEach(group -> group.forward(rows));
    outputs.forEach(output -> output.expect(rows));
  }

  /** Adds the derivatives of a block, after its {@link #expectation}. */
  void pullback(Batch rows) {
    outputs.forEach(output -> output.back(rows));
    groups.forEach(group -> group.pullback(rows));
  }

  /** Adds W and a at q(v) = N(0, I) alone. */
  void moments(Batch batch) {
    for (long from = 0; from < batch.rows(); from += block) {
      Batch rows = batch.slice(from, Math.min(batch.rows(), from + block));
      groups.forEach(group -> group.prior(rows));
      outputs.forEach(output -> output.expect(rows));
      outputs.forEach(output -> output.back(rows));
      groups.forEach(group -> group.moments(rows));
    }
  }

  /** From K̄_zz of a group to θ̄ and Z̄. */
  void inducingBack(int g, Buffer kzz, Buffer bar) {
    groups.get(g).inducingBack(kzz, bar);
  }

  @Override
  public void close() {
    groups.forEach(GroupRows::close);
    outputs.forEach(OutputRows::close);
    marginals.close();
  }
}
