package io.github.tgp4j.network;

import java.util.List;
import java.util.Objects;

/**
 * A network in the model language, before the numbers of inputs and outputs are known: {@code
 * mlp(50,50, relu, dropout=0.25)}.
 *
 * @param widths units of the one to three hidden layers (of each output's own network unless joint)
 * @param dropout probability with which a hidden unit is dropped, 0 ≤ dropout &lt; 1
 * @param batchNorm whether pre-activations are normalised
 * @param joint whether one network gives all outputs; otherwise each output has its own
 * @param bayes whether the weights have a Gaussian distribution; then without dropout and
 *     normalisation
 */
public record MlpShape(
    List<Integer> widths,
    Activation activation,
    double dropout,
    boolean batchNorm,
    boolean joint,
    boolean bayes) {
  private static final int MOST_LAYERS = 3;

  public MlpShape {
    widths = List.copyOf(widths);
    Objects.requireNonNull(activation, "activation");
    if (widths.isEmpty() || widths.size() > MOST_LAYERS) {
      throw new IllegalArgumentException(
          "mlp: expected 1 to 3 hidden widths but got " + widths.size() + "; write mlp(50,50)");
    }
    for (int width : widths) {
      if (width < 1) {
        throw new IllegalArgumentException(
            "mlp: expected hidden widths of at least 1 but got " + widths);
      }
    }
    if (!(dropout >= 0 && dropout < 1)) {
      throw new IllegalArgumentException(
          "mlp: expected dropout from 0 to below 1 but got " + dropout);
    }
    if (bayes && (dropout > 0 || batchNorm)) {
      throw new IllegalArgumentException(
          "mlp: bayes goes without dropout and batchnorm, its weights are random already; remove"
              + " one of them");
    }
  }

  /** Own networks per output, without dropout: {@code mlp(50,50, relu)}. */
  public static MlpShape of(Activation activation, int... widths) {
    return new MlpShape(
        java.util.Arrays.stream(widths).boxed().toList(), activation, 0.0, false, false, false);
  }

  public MlpShape withDropout(double probability) {
    return new MlpShape(widths, activation, probability, batchNorm, joint, bayes);
  }

  public MlpShape withBatchNorm() {
    return new MlpShape(widths, activation, dropout, true, joint, bayes);
  }

  public MlpShape asJoint() {
    return new MlpShape(widths, activation, dropout, batchNorm, true, bayes);
  }

  public MlpShape asBayes() {
    return new MlpShape(widths, activation, dropout, batchNorm, joint, true);
  }

  /** The network for rows of {@code inputs} values; its weights start from the seed. */
  public Network network(int inputs, int outputs, long seed) {
    return bayes
        ? new BayesianMlp(this, inputs, outputs, seed)
        : new Mlp(this, inputs, outputs, seed);
  }

  /** Whether two evaluations may differ: dropout, or weights with a distribution. */
  public boolean isRandom() {
    return bayes || dropout > 0;
  }

  /** The text of the model language that parses back to an equal shape. */
  @Override
  public String toString() {
    return text();
  }

  /** The text of the model language with further words behind the shape's own. */
  public String text(String... more) {
    StringBuilder text = new StringBuilder("mlp(");
    for (int i = 0; i < widths.size(); i++) {
      text.append(i == 0 ? "" : ",").append(widths.get(i));
    }
    text.append(", ").append(activation);
    if (dropout > 0) {
      text.append(", dropout=").append(dropout);
    }
    text.append(batchNorm ? ", batchnorm" : "");
    text.append(joint ? ", joint" : "");
    text.append(bayes ? ", bayes" : "");
    for (String word : more) {
      text.append(", ").append(word);
    }
    return text.append(')').toString();
  }
}
