package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The values of θ that one output's kernels have in registers: the likelihood's, then those of its
 * flows. Some of the latter may come from networks, another for every row.
 */
final class OwnValues {
  private final CodeWriter out;
  private final Architecture.Output output;
  private final int[] flowsAt; // where each flow's values start among the own ones
  private final int[] ownPlaces; // among θ
  private final int[] dependent; // those that networks give, in the order of flowValues

  OwnValues(CodeWriter out, Architecture architecture, int o) {
    this.out = out;
    output = architecture.outputs().get(o);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < output.likelihood().parameterCount(); i++) {
      places.add(architecture.likelihoodAt(o) + i);
    }
    List<Integer> given = new ArrayList<>();
    flowsAt = new int[output.flows().size()];
    for (int c = 0; c < flowsAt.length; c++) {
      Flow flow = output.flows().get(c);
      flowsAt[c] = places.size();
      addDependent(c, flowsAt[c], given);
      int flowAt = architecture.flowAt(architecture.firstLatentOfOutput(o) + c);
      for (int i = 0; i < flow.parameterCount(); i++) {
        places.add(flowAt + i);
      }
    }
    ownPlaces = places.stream().mapToInt(Integer::intValue).toArray();
    dependent = given.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The own values of a flow that its network gives, in the order of the network's outputs. */
  private void addDependent(int c, int at, List<Integer> given) {
    FlowNetwork network = network(c);
    if (network == null) {
      return;
    }
    Set<String> names = Set.copyOf(network.dependent());
    int i = at;
    for (Parameter parameter : network.flow().parameters()) {
      for (int k = 0; k < parameter.size(); k++, i++) {
        if (names.contains(parameter.name())) {
          given.add(i);
        }
      }
    }
  }

  private FlowNetwork network(int flow) {
    List<FlowNetwork> networks = output.networks();
    boolean ofAll = networks.size() == 1 && networks.get(0).flows() > 1;
    int number = ofAll ? 0 : flow;
    return number < networks.size() ? networks.get(number) : null;
  }

  int size() {
    return ownPlaces.length;
  }

  /** Where a flow's values start among the own ones. */
  int flowAt(int flow) {
    return flowsAt[flow];
  }

  /** Own values that networks give, in the order of flowValues. */
  int[] dependent() {
    return dependent;
  }

  /** Their places among θ. */
  int[] dependentPlaces() {
    return Arrays.stream(dependent).map(i -> ownPlaces[i]).toArray();
  }

  private boolean isDependent(int own) {
    return Arrays.stream(dependent).anyMatch(i -> i == own);
  }

  /** Own values that are the same for all rows. */
  private int[] common() {
    return IntStream.range(0, ownPlaces.length).filter(i -> !isDependent(i)).toArray();
  }

  /** Of a partial sum's columns in the vector (expectation, θ̄). */
  int[] places() {
    int[] common = common();
    int[] places = new int[1 + common.length];
    for (int i = 0; i < common.length; i++) {
      places[1 + i] = 1 + ownPlaces[common[i]];
    }
    return places;
  }

  /** The own values that are the same for all rows; runs that lie together are one loop. */
  void load() {
    int i = 0;
    while (i < ownPlaces.length) {
      int end = i + 1;
      while (end < ownPlaces.length && ownPlaces[end] == ownPlaces[end - 1] + 1) {
        end++;
      }
      out.open("for (int i = 0; i < %d; i++)", end - i);
      out.line("own[%d + i] = theta[%d + i];", i, ownPlaces[i]);
      out.close();
      i = end;
    }
  }

  /** Writes the values that networks give for a row. */
  void loadRow() {
    for (int j = 0; j < dependent.length; j++) {
      out.line("own[%d] = flowValues[%d * stride + row];", dependent[j], j);
    }
  }

  /** Writes the sums of a block, one row of partial. */
  void writePartial() {
    int[] common = common();
    int width = 1 + common.length;
    out.line("sum = block_sum(sum);");
    out.open("if (threadIdx.x == 0)");
    out.line("partial[(long long)blockIdx.x * %d] = sum;", width);
    out.close();
    int i = 0;
    while (i < common.length) {
      int end = i + 1;
      while (end < common.length && common[end] == common[end - 1] + 1) {
        end++;
      }
      out.open("for (int i = 0; i < %d; i++)", end - i);
      out.line("double own_sum = block_sum(bar[%d + i]);", common[i]);
      out.open("if (threadIdx.x == 0)");
      out.line("partial[(long long)blockIdx.x * %d + %d + i] = own_sum;", width, 1 + i);
      out.close();
      out.close();
      i = end;
    }
  }
}
