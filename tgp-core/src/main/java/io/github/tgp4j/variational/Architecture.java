package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What a model is made of, and where each part's values lie in the parameter vector. Immutable.
 *
 * <p>Latent functions are numbered through: the first output's C₁ latents come first, then the
 * second's. Groups take them in the same order.
 */
public final class Architecture {
  /**
   * Latent functions that share a covariance and inducing inputs; each has its own mean and its own
   * q(v). Sharing makes several outputs cheap: A = K_xz·L⁻ᵀ is computed once for all of them.
   */
  public record Group(Covariance covariance, MeanFunction mean, int inducing, int latents) {
    public Group {
      if (inducing < 1) {
        throw new IllegalArgumentException(
            "inducing points: expected at least 1 but got " + inducing);
      }
      if (latents < 1) {
        throw new IllegalArgumentException(
            "latents of a group: expected at least 1 but got " + latents);
      }
    }
  }

  /**
   * One target: its likelihood, a flow for each of its latents, the GPs that the flows transform,
   * and the network that gives its last latent where that is no GP.
   *
   * @param networks those of the first flows, where these depend on the input, else empty; or a
   *     single one for all flows
   * @param latentNetwork null where every latent is a GP
   * @param processes GPs: one for each flow, or a single one that all flows transform (E7)
   */
  public record Output(
      Likelihood likelihood,
      List<Flow> flows,
      List<FlowNetwork> networks,
      LatentNetwork latentNetwork,
      int processes) {
    /** A GP for each flow. */
    public Output(
        Likelihood likelihood,
        List<Flow> flows,
        List<FlowNetwork> networks,
        LatentNetwork latentNetwork) {
      this(likelihood, flows, networks, latentNetwork, likelihood.processes());
    }

    /** Flows with parameters that are the same for all rows. */
    public Output(Likelihood likelihood, List<Flow> flows) {
      this(likelihood, flows, List.of(), null);
    }

    /** Whether one network gives the values of several flows. */
    boolean hasNetworkOfAll() {
      return networks.size() == 1 && networks.get(0).flows() > 1;
    }

    /** The network that gives the values of a flow; null where none does. */
    FlowNetwork network(int flow) {
      int number = hasNetworkOfAll() ? 0 : flow;
      return number < networks.size() ? networks.get(number) : null;
    }

    /** Number of the GP that a flow transforms, among the output's own. */
    public int process(int flow) {
      return processes == 1 ? 0 : flow;
    }

    /** Flows with parameters that networks read off the input. */
    public static Output dependent(Likelihood likelihood, List<FlowNetwork> networks) {
      return new Output(
          likelihood, networks.stream().map(FlowNetwork::flow).toList(), networks, null);
    }

    public Output {
      networks = List.copyOf(networks);
      flows = List.copyOf(flows);
      if (flows.size() != likelihood.processes() || networks.size() > flows.size()) {
        throw new IllegalArgumentException(
            "flows: "
                + likelihood
                + " needs "
                + likelihood.processes()
                + " (one per latent) but got "
                + Math.max(networks.size(), flows.size()));
      }
      if (processes != flows.size() && (processes != 1 || likelihood.latentNetwork() != null)) {
        throw new IllegalArgumentException(
            "GPs: expected one for each of "
                + flows.size()
                + " flows, or one for all of them, but got "
                + processes);
      }
      if (networks.size() == 1 && networks.get(0).flows() > 1) {
        if (networks.get(0).flows() != flows.size()) {
          throw new IllegalArgumentException(
              "network of several flows: expected one of all "
                  + flows.size()
                  + " but got one of "
                  + networks.get(0).flows());
        }
      } else if (networks.stream().anyMatch(n -> n.flows() > 1)) {
        throw new IllegalArgumentException(
            "networks: expected one of all flows, or one for each, but got "
                + networks.size()
                + " of which one is of several");
      }
      MlpShape given = latentNetwork == null ? null : latentNetwork.network().shape();
      if (!Objects.equals(given, likelihood.latentNetwork())) {
        throw new IllegalArgumentException(
            "network of a latent: "
                + likelihood
                + " needs "
                + likelihood.latentNetwork()
                + " but got "
                + given);
      }
      for (Flow flow : flows) {
        if (!flow.domain().contains(Interval.REAL)) {
          throw new IllegalArgumentException(
              "flow "
                  + flow
                  + " is defined on "
                  + flow.domain()
                  + " but a GP takes any value; put softplus or exp before it");
        }
        Interval range = flow.range(Interval.REAL);
        if (!likelihood.latentDomain().contains(range)) {
          throw new IllegalArgumentException(
              "flow "
                  + flow
                  + " maps into "
                  + range
                  + " but likelihood "
                  + likelihood
                  + " needs values in "
                  + likelihood.latentDomain()
                  + "; end the flow with softplus or exp");
        }
      }
    }
  }

  /** Of the prior's variance, where the q(v) of a noise's latent starts. */
  private static final double NOISE_SHARE = 0.05;

  private static final String NETWORK = "network";

  private final int inputs;
  private final List<Group> groups;
  private final List<Output> outputs;
  private final int latents;
  private final int[] groupOf;
  private final int[] firstLatentOfGroup;
  private final int[] firstLatentOfOutput;

  // Places in the parameter vector.
  private final int[] covarianceAt;
  private final int[] inducingAt;
  private final int[] meanAt;
  private final int[] flowAt;
  private final int[] networkAt;
  private final int[] likelihoodAt;
  private final int[] latentNetworkAt;

  public Architecture(int inputs, List<Group> groups, List<Output> outputs) {
    this.inputs = inputs;
    this.groups = List.copyOf(groups);
    this.outputs = List.copyOf(outputs);
    this.latents = groups.stream().mapToInt(Group::latents).sum();
    int needed = outputs.stream().mapToInt(Output::processes).sum();
    int flows = outputs.stream().mapToInt(o -> o.flows().size()).sum();
    if (flows != needed && outputs.size() > 1) {
      throw new IllegalArgumentException(
          "one GP for all flows: expected one target but got " + outputs.size());
    }
    if (latents != needed) {
      throw new IllegalArgumentException(
          "latents: the groups have " + latents + " but the likelihoods need " + needed);
    }
    this.groupOf = new int[latents];
    this.firstLatentOfGroup = new int[groups.size()];
    this.firstLatentOfOutput = new int[outputs.size()];
    for (int g = 0, l = 0; g < groups.size(); g++) {
      firstLatentOfGroup[g] = l;
      for (int k = 0; k < groups.get(g).latents(); k++) {
        groupOf[l++] = g;
      }
    }
    for (int o = 0, l = 0; o < outputs.size(); o++) {
      firstLatentOfOutput[o] = l;
      l += outputs.get(o).processes();
    }
    this.covarianceAt = new int[groups.size()];
    this.inducingAt = new int[groups.size()];
    this.meanAt = new int[latents];
    this.flowAt = new int[flows];
    this.networkAt = new int[flows];
    this.likelihoodAt = new int[outputs.size()];
    this.latentNetworkAt = new int[outputs.size()];
    layOut(new Parameters(), null);
  }

  /**
   * A fresh parameter vector with every part at its start and these inducing inputs, one matrix per
   * group.
   */
  public Parameters newParameters(List<Matrix> inducing) {
    if (inducing.size() != groups.size()) {
      throw new IllegalArgumentException(
          "inducing inputs: expected one matrix per group, "
              + groups.size()
              + ", but got "
              + inducing.size());
    }
    for (int g = 0; g < groups.size(); g++) {
      Matrix z = inducing.get(g);
      if (z.rows != groups.get(g).inducing() || z.cols != inputs) {
        throw new IllegalArgumentException(
            "inducing inputs: expected "
                + groups.get(g).inducing()
                + "×"
                + inputs
                + " but got "
                + z.shape());
      }
    }
    Parameters parameters = new Parameters();
    layOut(parameters, inducing);
    return parameters;
  }

  private void layOut(Parameters parameters, List<Matrix> inducing) {
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      String suffix = groups.size() == 1 ? "" : "-" + g;
      covarianceAt[g] = parameters.add("covariance" + suffix, group.covariance());
      double[] z =
          inducing == null ? new double[group.inducing() * inputs] : inducing.get(g).copy().data;
      inducingAt[g] = parameters.add(Parameter.of("inducing" + suffix, Constraints.REAL, z));
    }
    for (int o = 0; o < outputs.size(); o++) {
      Output output = outputs.get(o);
      likelihoodAt[o] =
          parameters.add(
              outputs.size() == 1 ? "likelihood" : "likelihood-" + o, output.likelihood());
      if (output.hasNetworkOfAll()) {
        layOutTogether(parameters, o);
      } else {
        layOutEach(parameters, o);
      }
      if (output.latentNetwork() != null) {
        String suffix = outputs.size() == 1 ? "" : "-" + o;
        latentNetworkAt[o] =
            parameters.add("noise-network" + suffix, output.latentNetwork().network());
      }
    }
  }

  /** Mean, flow and network of one latent after the other. */
  private void layOutEach(Parameters parameters, int o) {
    Output output = outputs.get(o);
    for (int c = 0; c < output.flows().size(); c++) {
      int flow = firstLatentOfOutput[o] + c;
      if (c < output.processes()) {
        addMean(parameters, flow);
      }
      flowAt[flow] = addFlow(parameters, "flow" + suffix(flow), output, c);
      if (c < output.networks().size()) {
        networkAt[flow] =
            parameters.add(NETWORK + suffix(flow), output.networks().get(c).network());
      }
    }
  }

  /** The flows one behind the other, so that one network gives the values of all of them. */
  private void layOutTogether(Parameters parameters, int o) {
    Output output = outputs.get(o);
    int first = firstLatentOfOutput[o];
    for (int c = 0; c < output.processes(); c++) {
      addMean(parameters, first + c);
    }
    for (int c = 0; c < output.flows().size(); c++) {
      flowAt[first + c] = addFlow(parameters, "flow" + suffix(first + c), output, c);
    }
    String suffix = outputs.size() == 1 ? "" : "-" + first;
    networkAt[first] = parameters.add(NETWORK + suffix, output.networks().get(0).network());
  }

  private void addMean(Parameters parameters, int latent) {
    String suffix = latents == 1 ? "" : "-" + latent;
    meanAt[latent] = parameters.add("mean" + suffix, groups.get(groupOf[latent]).mean());
  }

  private String suffix(int flow) {
    return flowAt.length == 1 ? "" : "-" + flow;
  }

  private static int addFlow(Parameters parameters, String name, Output output, int c) {
    FlowNetwork network = output.network(c);
    if (network == null) {
      return parameters.add(name, output.flows().get(c));
    }
    int start = parameters.size();
    for (Parameter parameter : network.flowParameters()) {
      parameters.add(parameter.prefixed(name));
    }
    return start;
  }

  /** Whether a parameter, by its name, is a weight of a flow's network. */
  public static boolean isOfFlowNetwork(String parameter) {
    return parameter.startsWith(NETWORK);
  }

  /** Lets every network start from its flow's current values; to be called once these are set. */
  public void startNetworks(Parameters parameters) {
    for (int o = 0; o < outputs.size(); o++) {
      List<FlowNetwork> networks = outputs.get(o).networks();
      for (int c = 0; c < networks.size(); c++) {
        int latent = firstLatentOfOutput[o] + c;
        networks
            .get(c)
            .start(parameters.value(), parameters.free(), flowAt[latent], networkAt[latent]);
      }
      LatentNetwork latentNetwork = outputs.get(o).latentNetwork();
      if (latentNetwork != null) {
        latentNetwork.start(parameters.value(), latentNetworkAt[o]);
      }
    }
    parameters.unconstrain();
  }

  /** Where the outputs' variances of Gaussian noise lie among the values. */
  public int[] noiseVariances() {
    return IntStream.range(0, outputs.size())
        .filter(o -> outputs.get(o).likelihood().noiseVariance() >= 0)
        .map(o -> likelihoodAt(o) + outputs.get(o).likelihood().noiseVariance())
        .toArray();
  }

  /** Whether a network normalises its units by the statistics of rows. */
  public boolean hasStatistics() {
    return outputs.stream()
        .anyMatch(
            output ->
                output.networks().stream().anyMatch(n -> n.network().shape().batchNorm())
                    || (output.latentNetwork() != null
                        && output.latentNetwork().network().shape().batchNorm()));
  }

  /**
   * Gives every network that normalises its units the statistics of these rows, which are what it
   * predicts with; a training step uses those of its own rows.
   *
   * @param seed of the networks' draws in this pass
   */
  public void learnStatistics(Parameters parameters, Matrix x, long seed) {
    for (int o = 0; o < outputs.size(); o++) {
      List<FlowNetwork> networks = outputs.get(o).networks();
      for (int c = 0; c < networks.size(); c++) {
        int at = networkAt[firstLatentOfOutput[o] + c];
        Noise noise = Noise.of(seed, 0, c);
        Matrix seen = networks.get(c).seen(x, new Scratch());
        networks.get(c).network().learnStatistics(parameters.value(), at, seen, noise);
      }
      LatentNetwork latentNetwork = outputs.get(o).latentNetwork();
      if (latentNetwork != null) {
        Noise noise = Noise.of(seed, 0, outputs.get(o).flows().size());
        latentNetwork
            .network()
            .learnStatistics(
                parameters.value(),
                latentNetworkAt[o],
                latentNetwork.seen(x, new Scratch()),
                noise);
      }
    }
    parameters.unconstrain();
  }

  /**
   * One posterior per latent, at N(0, variance·I); for the noise's, which should start from the
   * same noise everywhere, with a small share of that.
   */
  public List<InducingPosterior> newPosteriors(boolean diagonal, double variance) {
    List<InducingPosterior> posteriors = new ArrayList<>();
    for (int l = 0; l < latents; l++) {
      int m = groups.get(groupOf[l]).inducing();
      double start = isNoise(l) ? NOISE_SHARE * variance : variance;
      posteriors.add(diagonal ? new DiagonalPosterior(m, start) : new FullPosterior(m, start));
    }
    return posteriors;
  }

  /** One posterior per latent, at N(0, I); all latents of a group share their covariance. */
  public List<InducingPosterior> newSharedPosteriors() {
    List<InducingPosterior> posteriors = new ArrayList<>();
    for (int l = 0; l < latents; l++) {
      int first = firstLatentOfGroup[groupOf[l]];
      posteriors.add(
          l == first
              ? new FullPosterior(groups.get(groupOf[l]).inducing(), 1.0)
              : new SharedPosterior((FullPosterior) posteriors.get(first)));
    }
    return posteriors;
  }

  /** Whether a latent is the logarithm of the noise's scale. */
  public boolean isNoise(int latent) {
    int output = outputOf(latent);
    return latent > firstLatentOfOutput[output]
        && outputs.get(output).likelihood() instanceof VaryingNoiseLikelihood;
  }

  /**
   * Whether the optimal q(v) has a closed form: log p(y | f) is quadratic in f and there is no
   * flow.
   */
  public boolean isConjugate() {
    return outputs.stream()
        .allMatch(
            output ->
                output.likelihood().isQuadratic()
                    && output.networks().isEmpty()
                    && output.flows().stream().allMatch(IdentityFlow.class::isInstance));
  }

  public int inputs() {
    return inputs;
  }

  public int latents() {
    return latents;
  }

  public List<Group> groups() {
    return groups;
  }

  public List<Output> outputs() {
    return outputs;
  }

  public Flow flow(int latent) {
    int output = outputOf(latent);
    return outputs.get(output).flows().get(latent - firstLatentOfOutput[output]);
  }

  public int outputOf(int latent) {
    int output = outputs.size() - 1;
    while (firstLatentOfOutput[output] > latent) {
      output--;
    }
    return output;
  }

  public int groupOf(int latent) {
    return groupOf[latent];
  }

  public int firstLatentOfGroup(int group) {
    return firstLatentOfGroup[group];
  }

  public int firstLatentOfOutput(int output) {
    return firstLatentOfOutput[output];
  }

  public int covarianceAt(int group) {
    return covarianceAt[group];
  }

  /** Where a group stands, for its {@link SparseConditional}. */
  SparseConditional.Place place(int group) {
    int first = firstLatentOfGroup[group];
    int[] means = Arrays.copyOfRange(meanAt, first, first + groups.get(group).latents());
    return new SparseConditional.Place(groups.get(group), group, first, covarianceAt[group], means);
  }

  /** Sums over rows of a model with so many values. */
  RowSums newSums(int parameters, List<InducingPosterior> posteriors) {
    int[] sizes = new int[latents];
    int[] curvatures = new int[latents];
    for (int l = 0; l < latents; l++) {
      sizes[l] = groups.get(groupOf[l]).inducing();
      curvatures[l] = posteriors.get(l) instanceof SharedPosterior ? 0 : sizes[l];
    }
    return new RowSums(parameters, curvatures, sizes, groups.size(), this::inducing, 0);
  }

  /** Z of a group, or its adjoint, as a view of a flat vector. */
  public Matrix inducing(int group, double[] flat) {
    return Matrix.wrap(flat, inducingAt[group], groups.get(group).inducing(), inputs, inputs);
  }

  public int meanAt(int latent) {
    return meanAt[latent];
  }

  /**
   * Where the values of a flow start; flows are numbered as their latents are, where each has one.
   */
  public int flowAt(int flow) {
    return flowAt[flow];
  }

  /** Where the weights of a latent's network start. */
  public int networkAt(int latent) {
    return networkAt[latent];
  }

  /** Where the weights start of the network that gives an output's last latent. */
  public int latentNetworkAt(int output) {
    return latentNetworkAt[output];
  }

  /** Where the values of an output's likelihood start. */
  public int likelihoodAt(int output) {
    return likelihoodAt[output];
  }
}
