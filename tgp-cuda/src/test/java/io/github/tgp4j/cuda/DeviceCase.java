package io.github.tgp4j.cuda;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.FlowNetwork;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentNetwork;
import io.github.tgp4j.variational.SharedPosterior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** A model with random values and rows for it, to be computed on the device and here. */
record DeviceCase(
    String covariance,
    String mean,
    String flow,
    String likelihood,
    int rows,
    int inputs,
    int inducing,
    int nodes,
    boolean shared) {
  static DeviceCase of(String flow, String likelihood) {
    return new DeviceCase("rbf", "linear", flow, likelihood, 700, 3, 20, 12, false);
  }

  DeviceCase withCovariance(String value) {
    return new DeviceCase(value, mean, flow, likelihood, rows, inputs, inducing, nodes, shared);
  }

  DeviceCase withSize(int newRows, int newInputs, int newInducing, int newNodes) {
    return new DeviceCase(
        covariance, mean, flow, likelihood, newRows, newInputs, newInducing, newNodes, shared);
  }

  DeviceCase withMean(String value) {
    return new DeviceCase(
        covariance, value, flow, likelihood, rows, inputs, inducing, nodes, shared);
  }

  DeviceCase withSharedPosterior() {
    return new DeviceCase(covariance, mean, flow, likelihood, rows, inputs, inducing, nodes, true);
  }

  int latents() {
    return Specs.likelihood(likelihood).processes();
  }

  Architecture architecture() {
    FlowSpec spec = Specs.flowSpec(flow);
    var like = Specs.likelihood(likelihood);
    List<FlowNetwork> networks = new ArrayList<>();
    for (int c = 0; spec.dependsOnInput() && c < latents(); c++) {
      networks.add(
          FlowNetwork.of(
              spec.flow(),
              FlowNetwork.usualParameters(spec.flow()),
              spec.network(),
              inputs,
              1,
              1.0,
              7 + c));
    }
    LatentNetwork ofLatent =
        like.latentNetwork() == null
            ? null
            : LatentNetwork.of(like.latentNetwork(), inputs, 1, 1.0, 11);
    Architecture.Output output =
        new Architecture.Output(
            like, Collections.nCopies(latents(), spec.flow()), networks, ofLatent);
    return new Architecture(
        inputs,
        List.of(
            new Architecture.Group(
                Specs.covariance(covariance, inputs),
                Specs.mean(mean, inputs),
                inducing,
                latents())),
        List.of(output));
  }

  /** What training moves. */
  record Parts(Architecture architecture, Parameters parameters, List<InducingPosterior> q) {
    Elbo bound(List<Nodes> nodes, Workers workers) {
      return new Elbo(architecture, parameters, q, nodes, workers);
    }
  }

  Parts parts() {
    SplittableRandom random = new SplittableRandom(3);
    Architecture architecture = architecture();
    Parameters parameters = architecture.newParameters(List.of(normal(inducing, inputs, random)));
    architecture.startNetworks(parameters);
    for (int i = 0; i < parameters.size(); i++) { // away from starts that hide an error
      parameters.free()[i] += 0.1 * random.nextGaussian();
    }
    parameters.refresh();
    List<InducingPosterior> q =
        shared ? architecture.newSharedPosteriors() : architecture.newPosteriors(false, 0.5);
    for (InducingPosterior one : q) {
      if (!(one instanceof SharedPosterior)) {
        one.copyFrom(posterior(one.size(), random));
      }
      for (int i = 0; i < one.size(); i++) {
        one.mean()[i] = 0.5 * random.nextGaussian();
      }
    }
    return new Parts(architecture, parameters, q);
  }

  private static FullPosterior posterior(int m, SplittableRandom random) {
    Matrix scale = Matrix.zeros(m, m);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < i; j++) {
        scale.data[i * m + j] = 0.2 * random.nextGaussian() / Math.sqrt(m);
      }
      scale.data[i * m + i] = 0.4 + 0.4 * random.nextDouble();
    }
    return FullPosterior.of(new double[m], scale);
  }

  List<Nodes> nodesOfOutputs() {
    return List.of(Nodes.forLatents(latents(), nodes, 3));
  }

  RowStore store() {
    SplittableRandom random = new SplittableRandom(5);
    Matrix x = normal(rows, inputs, random);
    double[][] y = new double[1][rows];
    for (int i = 0; i < rows; i++) {
      double smooth = Math.sin(2 * x.get(i, 0)) + 0.3 * random.nextGaussian();
      y[0][i] = target(smooth, random);
    }
    return RowStore.of(x, y);
  }

  /** A target that the likelihood allows. */
  private double target(double smooth, SplittableRandom random) {
    String name = likelihood.replaceAll("[^a-z-].*", "");
    return switch (name) {
      case "bernoulli", "bernoulli-probit", "logit", "probit" -> smooth > 0 ? 1 : 0;
      case "categorical", "ordinal" -> random.nextInt(3);
      case "poisson", "negative-binomial", "zero-inflated-poisson", "binomial", "zip", "count" ->
          random.nextInt(4);
      case "gamma", "lognormal", "log-normal", "exponential", "weibull", "inverse-gaussian" ->
          Math.exp(smooth);
      case "beta" -> 1 / (1 + Math.exp(-smooth));
      default -> smooth;
    };
  }

  static Matrix normal(int rows, int cols, SplittableRandom random) {
    Matrix x = Matrix.zeros(rows, cols);
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextGaussian();
    }
    return x;
  }
}
