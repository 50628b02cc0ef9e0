package io.github.tgp4j.deep;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.DirectWay;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SparseConditional;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a deep GP is made of: hidden layers, each a vector of GPs of the layer before, and a last
 * layer that is an ordinary {@link Architecture} of the last hidden units. Immutable.
 *
 * <p>The last layer's values come first in the parameter vector, so that everything written for an
 * Architecture reads them where it expects them; the hidden layers' follow. Latents, and with them
 * the posteriors, are numbered from the first hidden unit to the last layer's latents.
 */
public final class DeepArchitecture {
  /**
   * A hidden layer: units that share covariance and inducing inputs, with q(v) of their own, around
   * a linear mean that is not trained: the identity where units and inputs are equally many, else a
   * projection.
   */
  public record Hidden(Covariance covariance, int inducing, int units) {
    public Hidden {
      if (units < 1) {
        throw new IllegalArgumentException("units: expected at least 1 but got " + units);
      }
    }

    int inputs() {
      return covariance.inputs();
    }

    boolean isIdentity() {
      return inputs() == units;
    }

    Architecture.Group group() {
      return new Architecture.Group(covariance, new ZeroMean(), inducing, units);
    }
  }

  private final List<Hidden> hidden;
  private final Architecture last;
  private final int[] covarianceAt; // of the hidden layers
  private final int[] inducingAt;
  private final int[] projectionAt;
  private final int[] firstLatent; // of every layer, and the number of latents

  public DeepArchitecture(List<Hidden> hidden, Architecture last) {
    this.hidden = List.copyOf(hidden);
    this.last = last;
    for (int i = 0; i < hidden.size(); i++) {
      int next = i + 1 < hidden.size() ? hidden.get(i + 1).inputs() : last.inputs();
      if (hidden.get(i).units() != next) {
        throw new IllegalArgumentException(
            "hidden layer "
                + (i + 1)
                + ": has "
                + hidden.get(i).units()
                + " units but the next layer has "
                + next
                + " inputs");
      }
    }
    if (last.groups().size() != 1) {
      throw new IllegalArgumentException(
          "last layer: expected one group of latents but got " + last.groups().size());
    }
    covarianceAt = new int[hidden.size()];
    inducingAt = new int[hidden.size()];
    projectionAt = new int[hidden.size()];
    firstLatent = new int[hidden.size() + 2];
    for (int i = 0; i < hidden.size(); i++) {
      firstLatent[i + 1] = firstLatent[i] + hidden.get(i).units();
    }
    firstLatent[hidden.size() + 1] = firstLatent[hidden.size()] + last.latents();
    Matrix z = Matrix.zeros(last.groups().get(0).inducing(), last.inputs());
    layOut(last.newParameters(List.of(z)), null, null);
  }

  /**
   * A fresh parameter vector with every part at its start.
   *
   * @param z inducing inputs of the first layer; those of the next are their images under the mean
   * @param projections inputs × units for every hidden layer; where its mean is the identity it is
   *     not read and may be null
   */
  public Parameters newParameters(Matrix z, List<Matrix> projections) {
    List<Matrix> inducing = new ArrayList<>();
    inducing.add(z);
    for (int i = 0; i < hidden.size(); i++) {
      Hidden layer = hidden.get(i);
      if (z.rows != layer.inducing() || inducing.get(i).cols != layer.inputs()) {
        throw new IllegalArgumentException(
            "inducing inputs of layer "
                + (i + 1)
                + ": expected "
                + layer.inducing()
                + "×"
                + layer.inputs()
                + " but got "
                + inducing.get(i).shape());
      }
      Matrix image = inducing.get(i).copy();
      if (!layer.isIdentity()) {
        image = Matrix.zeros(z.rows, layer.units());
        Blas.gemm(false, false, 1.0, inducing.get(i), projections.get(i), 0.0, image);
      }
      inducing.add(image);
    }
    Parameters parameters = last.newParameters(List.of(inducing.get(hidden.size())));
    layOut(parameters, inducing, projections);
    return parameters;
  }

  private void layOut(Parameters parameters, List<Matrix> inducing, List<Matrix> projections) {
    for (int i = 0; i < hidden.size(); i++) {
      Hidden layer = hidden.get(i);
      String suffix = "-hidden-" + (i + 1);
      covarianceAt[i] = parameters.add("covariance" + suffix, layer.covariance());
      double[] z =
          inducing == null ? new double[layer.inducing() * layer.inputs()] : inducing.get(i).data;
      inducingAt[i] = parameters.add(Parameter.of("inducing" + suffix, Constraints.REAL, z));
      projectionAt[i] = parameters.size();
      if (!layer.isIdentity()) {
        double[] w =
            projections == null
                ? new double[layer.inputs() * layer.units()]
                : projections.get(i).copy().data;
        parameters.add(Parameter.of("projection" + suffix, Constraints.REAL, w).fixed());
      }
    }
  }

  /** One posterior per latent, at N(0, variance·I). */
  public List<InducingPosterior> newPosteriors(double hiddenVariance, double lastVariance) {
    List<InducingPosterior> posteriors = new ArrayList<>();
    for (Hidden layer : hidden) {
      for (int u = 0; u < layer.units(); u++) {
        posteriors.add(new FullPosterior(layer.inducing(), hiddenVariance));
      }
    }
    posteriors.addAll(last.newPosteriors(false, lastVariance));
    return posteriors;
  }

  /** Of the whole model. */
  public int inputs() {
    return hidden.isEmpty() ? last.inputs() : hidden.get(0).inputs();
  }

  public List<Hidden> hidden() {
    return hidden;
  }

  public Architecture last() {
    return last;
  }

  /** Hidden and last. */
  public int layers() {
    return hidden.size() + 1;
  }

  /** Hidden units and the last layer's latents together. */
  public int latents() {
    return firstLatent[layers()];
  }

  /** The number of the first latent of a layer, counted from 0. */
  public int firstLatent(int layer) {
    return firstLatent[layer];
  }

  /** Units of all hidden layers: how many numbers a draw of the hidden values takes per row. */
  public int hiddenUnits() {
    return firstLatent[hidden.size()];
  }

  int layerOf(int latent) {
    int layer = hidden.size();
    while (firstLatent[layer] > latent) {
      layer--;
    }
    return layer;
  }

  Architecture.Group group(int layer) {
    return layer < hidden.size() ? hidden.get(layer).group() : last.groups().get(0);
  }

  int covarianceAt(int layer) {
    return layer < hidden.size() ? covarianceAt[layer] : last.covarianceAt(0);
  }

  /**
   * The sparse conditionals of all layers.
   *
   * @param theta the flat vector that every Z is read from: not a copy
   * @param posteriors of all latents
   */
  SparseConditional[] conditionals(double[] theta, List<InducingPosterior> posteriors) {
    SparseConditional[] out = new SparseConditional[layers()];
    for (int layer = 0; layer < out.length; layer++) {
      Architecture.Group group = group(layer);
      int[] meanAt = new int[group.latents()]; // hidden groups have a zero mean
      for (int l = 0; layer == hidden.size() && l < meanAt.length; l++) {
        meanAt[l] = last.meanAt(l);
      }
      SparseConditional.Place place =
          new SparseConditional.Place(
              group, layer, firstLatent[layer], covarianceAt(layer), meanAt);
      // Direct takes four M×M products more per latent and saves two of the rows for all of them
      DirectWay way =
          group.latents() == 1 ? DirectWay.where(last.noiseVariances()) : DirectWay.NEVER;
      out[layer] = new SparseConditional(place, way, inducing(layer, theta), posteriors);
    }
    return out;
  }

  /** Sums over rows of a model with so many values. */
  RowSums newSums(int parameters) {
    int[] sizes = new int[latents()];
    Arrays.setAll(sizes, l -> group(layerOf(l)).inducing());
    return new RowSums(parameters, sizes, layers(), this::inducing, 0);
  }

  /** Z of a layer, or its adjoint, as a view of a flat vector. */
  public Matrix inducing(int layer, double[] flat) {
    if (layer == hidden.size()) {
      return last.inducing(0, flat);
    }
    int inputs = hidden.get(layer).inputs();
    return Matrix.wrap(flat, inducingAt[layer], hidden.get(layer).inducing(), inputs, inputs);
  }

  /** out ← the linear mean of a hidden layer's units at x, n × units. */
  void mean(int layer, double[] theta, Matrix x, Matrix out) {
    if (hidden.get(layer).isIdentity()) {
      for (int i = 0; i < x.rows; i++) {
        System.arraycopy(x.data, x.at(i, 0), out.data, out.at(i, 0), x.cols);
      }
    } else {
      Blas.gemm(false, false, 1.0, x, projection(layer, theta), 0.0, out);
    }
  }

  /** The pullback of {@link #mean}: adds to xBar. */
  void meanPullback(int layer, double[] theta, Matrix outBar, Matrix xBar) {
    if (hidden.get(layer).isIdentity()) {
      for (int i = 0; i < xBar.rows; i++) {
        int from = outBar.at(i, 0);
        int to = xBar.at(i, 0);
        for (int j = 0; j < xBar.cols; j++) {
          xBar.data[to + j] += outBar.data[from + j];
        }
      }
    } else {
      Blas.gemm(false, true, 1.0, outBar, projection(layer, theta), 1.0, xBar);
    }
  }

  private Matrix projection(int layer, double[] theta) {
    Hidden h = hidden.get(layer);
    return Matrix.wrap(theta, projectionAt[layer], h.inputs(), h.units(), h.units());
  }
}
