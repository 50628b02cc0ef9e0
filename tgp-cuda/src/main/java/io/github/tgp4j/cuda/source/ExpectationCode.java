package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the kernels of one output: from the rows' marginals through nodes, flows and likelihood to
 * the expectation, and back to the adjoints; equations E2–E7 in docs/equations.md.
 *
 * <pre>
 *   expectation_o(theta, flowValues, last, y, rows, stride, mean, variance, z, weights, nodes, scale, add,
 *                 meanBar, varianceBar, flowValuesBar, lastBar, partial)
 * </pre>
 *
 * <p>A row belongs to {@link OutputKernels#lanes()} neighbouring threads, which share its nodes. A
 * thread keeps the sums of all rows that it sees in registers; a block adds those of its threads in
 * a fixed order and writes one row of {@code partial}.
 */
final class ExpectationCode {
  /** Threads that share a row's nodes. */
  private static final int LANES = 4;

  private static final String ARGUMENTS =
      "const double* RESTRICT theta, const double* RESTRICT flowValues, const double* RESTRICT"
          + " last, const double* RESTRICT y, long long rows, long long stride, const double*"
          + " RESTRICT mean, const double* RESTRICT variance, const double* RESTRICT z, const"
          + " double* RESTRICT weights, int nodes, double scale, int add, double* RESTRICT meanBar,"
          + " double* RESTRICT varianceBar, double* RESTRICT flowValuesBar, double* RESTRICT"
          + " lastBar, double* RESTRICT partial";

  private final CodeWriter out;
  private final Architecture.Output output;
  private final Likelihood likelihood;
  private final LikelihoodCode density;
  private final boolean identity;
  private final int latents;
  private final int processes;
  private final boolean hasLast;
  private final OwnValues own;
  private final NodeCode node;
  private final List<NetworkKernels> networks = new ArrayList<>();
  private final NetworkKernels latentNetwork;

  ExpectationCode(Architecture architecture, int o, FlowCode flows, CodeWriter out) {
    this.out = out;
    output = architecture.outputs().get(o);
    likelihood = output.likelihood();
    density = LikelihoodCode.of(likelihood, flows, out);
    latents = likelihood.latents();
    processes = output.processes();
    hasLast = output.latentNetwork() != null;
    identity = output.flows().stream().allMatch(IdentityFlow.class::isInstance);
    own = new OwnValues(out, architecture, o);
    node = new NodeCode(out, output, own, flows);
    latentNetwork = writeNetworks(architecture, o);
  }

  /** Writes the kernels of the flows' networks and of the last latent's, which it returns. */
  private NetworkKernels writeNetworks(Architecture architecture, int o) {
    int firstValue = 0;
    for (int c = 0; c < output.networks().size(); c++) {
      int at = architecture.networkAt(architecture.firstLatentOfOutput(o) + c);
      networks.add(NetworkCode.write(out, output.networks().get(c), at, firstValue, c));
      firstValue += networks.get(c).outputs();
    }
    return hasLast
        ? NetworkCode.write(
            out, output.latentNetwork(), architecture.latentNetworkAt(o), output.flows().size())
        : null;
  }

  /** Writes both kernels. */
  OutputKernels write(int o) {
    kernel("expectation_" + o, false, isClosed());
    kernel("predictive_" + o, true, isClosedPredictive());
    return kernels(o);
  }

  /** Writes the first kernel alone, where the other is not of interest. */
  OutputKernels writeExpectation(int o) {
    kernel("expectation_" + o, false, isClosed());
    return kernels(o);
  }

  private boolean isClosed() {
    return identity && likelihood.hasClosedForm();
  }

  private boolean isClosedPredictive() {
    return identity && likelihood.hasClosedPredictive();
  }

  private OutputKernels kernels(int o) {
    boolean closed = isClosed();
    boolean closedPredictive = isClosedPredictive();
    return new OutputKernels(
        "expectation_" + o,
        "predictive_" + o,
        closed,
        closedPredictive,
        processes,
        own.places(),
        own.dependentPlaces(),
        networks,
        latentNetwork,
        closed ? 1 : LANES,
        closedPredictive ? 1 : LANES);
  }

  private void kernel(String name, boolean predictive, boolean closed) {
    int lanes = closed ? 1 : LANES;
    int n = own.size();
    out.line("#define LANES (WARP < %d ? WARP : %d)", lanes, lanes);
    out.open("KERNEL BOUNDS(BLOCK) %s(%s)", name, ARGUMENTS);
    out.line("double own[%d];", n + 1);
    out.line("double bar[%d] = {0.0};", n + 1);
    out.line("double c[CONSTANTS];");
    own.load();
    out.line("%s;", density.prepare("own"));
    out.line("double sum = 0.0;");
    out.line("int lane = (int)threadIdx.x %% LANES;");
    out.line("long long tile = blockDim.x / LANES;");
    out.open("for (long long from = blockIdx.x * tile; from < rows; from += gridDim.x * tile)");
    out.line("long long row = from + threadIdx.x / LANES;");
    out.line("int live = row < rows;");
    if (closed) {
      closedRow(predictive);
    } else {
      nodesRow(predictive);
    }
    out.close();
    own.writePartial();
    out.close();
    out.line("#undef LANES");
  }

  private void loadRow() {
    own.loadRow();
    out.line("double target = y[row];");
    out.line("%s;", density.row("own", "target"));
  }

  private void closedRow(boolean predictive) {
    out.open("if (live)");
    loadRow();
    out.line("double w = scale;");
    out.line("double m[%d], v[%d], mBar[%d], vBar[%d];", latents, latents, latents, latents);
    out.open("for (int p = 0; p < %d; p++)", processes);
    out.line("m[p] = mean[p * stride + row];");
    out.line("v[p] = variance[p * stride + row];");
    out.close();
    if (hasLast) {
      out.line("m[%d] = last[row];", latents - 1);
      out.line("v[%d] = 0.0;", latents - 1);
    }
    out.line("sum += %s;", density.closed("own", "target", predictive, "bar"));
    out.open("for (int p = 0; p < %d; p++)", processes);
    writeMarginalBars("mBar[p]", "vBar[p]");
    out.close();
    if (hasLast) {
      out.line("lastBar[row] = mBar[%d];", latents - 1);
    }
    if (density.warped()) {
      out.line("double barSum = mBar[0];");
      out.line("double weightSum = w;");
      out.line("%s;", density.rowBack("own", "target", "bar"));
    }
    out.close();
  }

  private void writeMarginalBars(String meanBar, String varianceBar) {
    out.line("long long at = p * stride + row;");
    out.line("meanBar[at] = (add ? meanBar[at] : 0.0) + %s;", meanBar);
    out.line("varianceBar[at] = (add ? varianceBar[at] : 0.0) + %s;", varianceBar);
  }

  private void nodesRow(boolean predictive) {
    out.line("double mu[%d], sd[%d];", processes, processes);
    out.line("double mSum[%d] = {0.0}, vSum[%d] = {0.0};", processes, processes);
    out.line("double target = 0.0;");
    if (hasLast) {
      out.line("double lastSum = 0.0;");
    }
    if (density.warped()) {
      out.line("double barSum = 0.0, weightSum = 0.0;");
    }
    if (predictive) {
      out.line("double most = -INFINITE, total = 0.0;");
    }
    out.open("if (live)");
    out.line("target = y[row];");
    own.loadRow();
    out.line("%s;", density.row("own", "target"));
    out.open("for (int p = 0; p < %d; p++)", processes);
    out.line("mu[p] = mean[p * stride + row];");
    out.line("sd[p] = sqrt(variance[p * stride + row]);");
    out.close();
    if (predictive) {
      weighNodes();
    }
    out.close();
    if (predictive) {
      out.line("double largest = lane_most(most, LANES);");
      out.line("total = lane_sum(most == -INFINITE ? 0.0 : total * exp(most - largest), LANES);");
    }
    out.open("if (live)");
    if (predictive) {
      out.line("sum += lane == 0 ? scale * (largest + log(total)) : 0.0;");
    }
    eachNode(predictive);
    out.close();
    finishRow();
  }

  /** Σ_s w_s·p_s of a lane's nodes, with the largest log p taken out. */
  private void weighNodes() {
    out.open("for (int s = lane; s < nodes; s += LANES)");
    node.forward();
    out.line("double l = %s;", density.log("own", "target"));
    out.open("if (l > most)");
    out.line("total = most == -INFINITE ? 0.0 : total * exp(most - l);");
    out.line("most = l;");
    out.close();
    out.line("total += l == -INFINITE ? 0.0 : weights[s] * exp(l - most);");
    out.close();
  }

  private void eachNode(boolean predictive) {
    out.line("#pragma unroll 2");
    out.open("for (int s = lane; s < nodes; s += LANES)");
    node.forward();
    if (predictive) {
      String log = density.log("own", "target");
      out.line("double w = scale * weights[s] * exp(%s - largest) / total;", log);
      out.line("double fBar[%d];", latents);
      out.line("%s;", density.node("own", "target", "bar"));
    } else {
      out.line("double w = scale * weights[s];");
      out.line("double fBar[%d];", latents);
      out.line("sum += %s;", density.node("own", "target", "bar"));
    }
    if (density.warped()) {
      out.line("barSum += fBar[0];");
      out.line("weightSum += w;");
    }
    if (hasLast) {
      out.line("lastSum += fBar[%d];", latents - 1);
    }
    node.backward();
    out.close();
  }

  /** Adds up the lanes of a row; one of them writes. */
  private void finishRow() {
    int[] dependent = own.dependent();
    out.open("for (int p = 0; p < %d; p++)", processes);
    out.line("double mBar = lane_sum(mSum[p], LANES);");
    out.line("double vBar = lane_sum(vSum[p], LANES);");
    out.open("if (live && lane == 0)");
    writeMarginalBars("mBar", "vBar / (2.0 * sd[p])");
    out.close();
    out.close();
    for (int j = 0; j < dependent.length; j++) {
      out.line("double value%d = lane_sum(bar[%d], LANES);", j, dependent[j]);
    }
    if (dependent.length > 0) {
      out.open("if (live && lane == 0)");
      for (int j = 0; j < dependent.length; j++) {
        out.line("flowValuesBar[%d * stride + row] = value%d;", j, j);
      }
      out.close();
      for (int value : dependent) {
        out.line("bar[%d] = 0.0;", value);
      }
    }
    if (hasLast) {
      out.line("lastSum = lane_sum(lastSum, LANES);");
      out.open("if (live && lane == 0)");
      out.line("lastBar[row] = lastSum;");
      out.close();
    }
    if (density.warped()) {
      out.line("barSum = lane_sum(barSum, LANES);");
      out.line("weightSum = lane_sum(weightSum, LANES);");
      out.open("if (live && lane == 0)");
      out.line("%s;", density.rowBack("own", "target", "bar"));
      out.close();
    }
  }
}
