package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Products.Operand;
import io.github.tgp4j.cuda.device.Stream;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.Arrays;

/**
 * q(v) of one latent on the device, with its natural steps (V3): m, and D = S − I, Λ and log det S
 * unless another latent has them.
 */
final class DevicePosterior implements AutoCloseable {
  /** Numbers before m in the state of a {@link FullPosterior}. */
  private static final int HEAD = 3;

  private final InducingPosterior here;
  private final DevicePosterior owner; // itself, or whose covariance it has
  private final int m;
  private final Buffer mean;
  private final Buffer eta;
  private final Buffer deviation; // null where it is the owner's
  private final Buffer precision;
  private final Buffer logDeterminant;
  private final Buffer inverse; // C⁻¹ of CCᵀ = Λ
  private final Buffer covariance;
  private final GroupFactor factor;

  /**
   * @param lane on which it moves
   * @param owner whose covariance it has, or null for its own
   * @param facts where those about its last step go
   */
  DevicePosterior(InducingPosterior here, DevicePosterior owner, Lane lane, long facts) {
    this.here = here;
    this.owner = owner == null ? this : owner;
    m = here.size();
    mean = new Buffer(m);
    eta = new Buffer(m);
    boolean own = owner == null;
    deviation = own ? square() : null;
    precision = own ? square() : null;
    logDeterminant = own ? new Buffer(1) : null;
    inverse = own ? square() : null;
    covariance = own ? square() : null;
    factor = own ? new GroupFactor(lane, m, inverse, facts) : null;
  }

  private Buffer square() {
    return new Buffer((long) m * m);
  }

  boolean isOwn() {
    return owner == this;
  }

  Buffer mean() {
    return mean;
  }

  /** S − I. */
  Buffer deviation() {
    return owner.deviation;
  }

  Buffer logDeterminant() {
    return owner.logDeterminant;
  }

  /** Takes the q(v) that is here. */
  void push(Stream stream) {
    if (!isOwn()) {
      stream.upload(here.mean(), mean.at());
      return;
    }
    double[] state = withPrecision((FullPosterior) here).state();
    stream.upload(Arrays.copyOfRange(state, 2, 3), logDeterminant.at());
    stream.upload(here.mean(), mean.at());
    int square = m * m;
    int at = HEAD + m;
    stream.upload(Arrays.copyOfRange(state, at, at + square), deviation.at());
    stream.upload(Arrays.copyOfRange(state, at + square, at + 2 * square), precision.at());
  }

  /** One whose state has Λ and log det S: both are computed where they are not current. */
  private static FullPosterior withPrecision(FullPosterior q) {
    q.divergence();
    if (q.state()[0] != 1.0) {
      q.requirePrecision();
    }
    return q;
  }

  /** Brings q(v) here. */
  void pull(Stream stream) {
    if (!isOwn()) {
      stream.download(mean.at(), here.mean());
      return;
    }
    int square = m * m;
    double[] state = new double[HEAD + m + 2 * square];
    double[] part = new double[square];
    double[] first = new double[m];
    double[] determinant = new double[1];
    stream.download(logDeterminant.at(), determinant);
    stream.download(mean.at(), first);
    state[0] = 1.0; // Λ is there, L_S is not
    state[2] = determinant[0];
    System.arraycopy(first, 0, state, HEAD, m);
    stream.download(deviation.at(), part);
    System.arraycopy(part, 0, state, HEAD + m, square);
    stream.download(precision.at(), part);
    System.arraycopy(part, 0, state, HEAD + m + square, square);
    here.restore(state);
  }

  /**
   * A natural step.
   *
   * @param w its W, where it has a covariance of its own
   * @param slope its a
   * @param rho where ρ stands
   */
  void move(Lane lane, long w, long slope, long rho) {
    if (!isOwn()) {
      lane.each("shared_slope", m, slope, mean.at(), m, rho, eta.at());
      lane.eachRow("shared_mean", m, owner.deviation.at(), eta.at(), m, mean.at());
      return;
    }
    factor.factorBlend(precision, w, rho);
    long facts = factor.fact(0);
    lane.eachRow("natural_slope", m, precision.at(), w, slope, m, mean.at(), facts, eta.at());
    Operand root = Operand.of(inverse.at(), m);
    Operand out = Operand.of(covariance.at(), m);
    lane.products().multiply(m, m, m, 1.0, root.transpose(), root, 0.0, out);
    lane.eachRow(
        "natural_moments",
        m,
        covariance.at(),
        eta.at(),
        m,
        facts,
        mean.at(),
        deviation.at(),
        logDeterminant.at());
  }

  @Override
  public void close() {
    mean.close();
    eta.close();
    if (isOwn()) {
      deviation.close();
      precision.close();
      logDeterminant.close();
      inverse.close();
      covariance.close();
      factor.close();
    }
  }
}
