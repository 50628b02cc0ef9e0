package io.github.tgp4j.model;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.train.TrainingListener;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * What every builder of a model has: who is told of the steps of a fit, and what ends it early.
 *
 * <p>A fit that ends early keeps what was reached, and {@link Model#trainingResult()} says why it
 * ended. An interrupt of the fit's thread cancels it too; the thread's interrupted status stays
 * set. A fit that is cancelled before its first step throws {@link
 * java.util.concurrent.CancellationException}.
 *
 * @param <B> the builder itself
 */
public abstract class FitBuilder<B extends FitBuilder<B>> implements Cloneable {
  private TrainingListener listener = TrainingListener.SILENT;
  private BooleanSupplier cancel = () -> false;
  private Duration timeLimit; // null for none
  InputScale inputScale = InputScale.STANDARD;

  FitBuilder() {}

  /** A copy to change without touching this one. */
  @SuppressWarnings("unchecked")
  public final B copy() {
    try {
      return (B) clone(); // settings are immutable, so that it may share them
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e); // this class is Cloneable
    }
  }

  @SuppressWarnings("unchecked")
  final B self() {
    return (B) this;
  }

  /**
   * What is done to input columns: standardised by default; {@link InputScale#RANKS} for columns
   * that are skewed or have outliers.
   */
  public final B inputs(InputScale value) {
    inputScale = given("inputs", value);
    return self();
  }

  /** Who is told of every step. */
  public final TrainingListener listener() {
    return listener;
  }

  /** Is told of every step in every phase of a fit. */
  public final B listener(TrainingListener value) {
    listener = given("listener", value);
    return self();
  }

  /**
   * Wall time of a fit at most, after which it ends at the next step; it takes one step at least. A
   * limit in the plan counts too: the shorter one holds.
   */
  public final B timeLimit(Duration value) {
    given("time limit", value);
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("time limit: expected more than 0 but got " + value);
    }
    timeLimit = value;
    return self();
  }

  /** Ends a fit at the next step when the condition holds; it is asked before every step. */
  public final B cancelWhen(BooleanSupplier condition) {
    cancel = given("cancelling condition", condition);
    return self();
  }

  /** The control of one fit, whose time begins now. */
  final TrainingControl newControl() {
    return new TrainingControl(listener, cancel, timeLimit);
  }

  /** Refuses noise that depends on the input, for models that do not know it. */
  static Likelihood sameNoiseEverywhere(Likelihood likelihood) {
    if (given("likelihood", likelihood) instanceof VaryingNoiseLikelihood varying) {
      throw new IllegalArgumentException(
          "likelihood: expected noise that is the same for all inputs, such as "
              + varying.base()
              + ", but got "
              + likelihood
              + "; use Tgp");
    }
    return likelihood;
  }

  static <T> T given(String what, T value) {
    return Objects.requireNonNull(value, () -> what + ": expected one but got null");
  }
}
