package io.github.tgp4j.cuda.source;

import io.github.tgp4j.network.Network;
import io.github.tgp4j.param.Constraint;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.variational.FlowNetwork;
import io.github.tgp4j.variational.LatentNetwork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Writes the kernels of a network: from a tile of rows to their values, and from the values'
 * adjoints to the weights'; equations N1–N20 in docs/equations.md.
 *
 * <pre>
 *   network_n(theta, x, rows, stride, noise, sample, numbers, firstRow, values)
 *   network_back_n(theta, x, rows, stride, noise, sample, numbers, firstRow, valuesBar, partial)
 * </pre>
 *
 * <p>noise = (seed, step); numbers are those of the rows, or null where they are consecutive from
 * firstRow on. values and valuesBar are [value][stride]; partial is [block][weight]. The way back
 * computes the units of a tile again: that costs less than keeping them.
 */
final class NetworkCode {
  private static final String ARGUMENTS =
      "const double* RESTRICT theta, const double* RESTRICT x, long long rows, long long stride,"
          + " const long long* RESTRICT noise, long long sample, const long long* RESTRICT numbers,"
          + " long long firstRow, ";

  private final CodeWriter out;
  private final Network network;
  private final NetworkLayout layout;
  private final NetworkBackCode back;
  private final int at;
  private final double reach;
  private final List<Constraint> constraints; // of the outputs

  private NetworkCode(
      CodeWriter out, Network network, int at, double reach, List<Constraint> constraints) {
    this.out = out;
    this.network = network;
    this.at = at;
    this.constraints = constraints;
    layout = new NetworkLayout(network);
    this.reach = reach;
    back = new NetworkBackCode(out, layout, at);
  }

  /** Of the network that gives flow values. */
  static NetworkKernels write(
      CodeWriter out, FlowNetwork network, int at, int firstValue, int draw) {
    List<Constraint> constraints = new ArrayList<>();
    Set<String> names = Set.copyOf(network.dependent());
    for (int c = 0; c < network.flows(); c++) {
      for (Parameter parameter : network.flow().parameters()) {
        if (names.contains(parameter.name())) {
          constraints.addAll(Collections.nCopies(parameter.size(), parameter.constraint()));
        }
      }
    }
    return new NetworkCode(out, network.network(), at, network.reach(), constraints)
        .write(firstValue, draw, network.samples());
  }

  /** Of the network that gives the last latent. */
  static NetworkKernels write(CodeWriter out, LatentNetwork network, int at, int draw) {
    return new NetworkCode(out, network.network(), at, network.reach(), List.of(Constraints.REAL))
        .write(0, draw, network.samples());
  }

  private NetworkKernels write(int firstValue, int draw, int samples) {
    int number = out.number();
    tables(number);
    kernel(number, false);
    kernel(number, true);
    return new NetworkKernels(
        "network_" + number,
        "network_back_" + number,
        at,
        network.parameterCount(),
        network.outputs(),
        firstValue,
        draw,
        samples,
        layout.groups(),
        layout.tile(),
        layout.backBlocks(),
        layout.bytes(),
        layout.backBytes());
  }

  /** Codes and ends of the outputs' constraints. */
  private void tables(int number) {
    StringBuilder codes = new StringBuilder();
    StringBuilder ends = new StringBuilder();
    for (int j = 0; j < constraints.size(); j++) {
      Constraint constraint = constraints.get(j);
      double[] own = ParameterTable.ends(constraint);
      double[] two = own == null ? new double[2] : own;
      codes.append(j == 0 ? "" : ", ");
      codes.append(ParameterTable.elementwise(constraint, "network " + network.shape()));
      ends.append(j == 0 ? "" : ", ").append(two[0]).append(", ").append(two[1]);
    }
    out.line("TABLE int kinds_%d[] = {%s};", number, codes);
    out.line("TABLE double ends_%d[] = {%s};", number, ends);
  }

  private void kernel(int number, boolean isBack) {
    String last =
        isBack
            ? "const double* RESTRICT valuesBar, double* RESTRICT partial"
            : "double* RESTRICT values";
    String name = isBack ? "network_back_" : "network_";
    int blocks = isBack ? layout.backBlocks() : layout.blocks();
    out.open("KERNEL BOUNDS_OF(BLOCK, %d) %s%d(%s%s)", blocks, name, number, ARGUMENTS, last);
    out.line("SHARED_AS_NEEDED(memory);");
    out.line("int g = blockIdx.y;");
    for (NetworkLayout.Layer layer : layout.layers()) {
      String from = "theta + " + at + " + " + layer.weightsAt() + " + g * " + layer.groupStretch();
      load(layer, from, 0, layer.weights());
      if (layout.isGaussian()) {
        load(layer, from + " + " + layout.count(), 1, layer.weights() + layer.weightCount());
      }
      if (layout.drops() || layout.isGaussian()) {
        out.line("word64 key%d = noise_key(noise, sample, %d);", layer.number(), layer.number());
      }
    }
    if (isBack) {
      back.declareSums();
    }
    out.open(
        "for (long long from = blockIdx.x * (long long)%d; from < rows; from += gridDim.x *"
            + " (long long)%d)",
        layout.tile(), layout.tile());
    NetworkForwardCode forward = new NetworkForwardCode(out, layout, at, reach, isBack);
    if (isBack) {
      forward.write(() -> outputBar(number));
      back.write();
    } else {
      forward.write(() -> writeValue(number));
    }
    out.close();
    if (isBack) {
      back.writeSums();
    }
    out.close();
  }

  private void load(NetworkLayout.Layer layer, String from, int squared, int to) {
    out.line(
        "load_weights(%d, %d, %s, %d, %d, memory + %d);",
        layer.in(), layer.out(), from, layer.stretch(), squared, to);
  }

  /** Of the output j of a group: what the network gives is not constrained yet. */
  private void constraint(int number) {
    out.line("int output = g * %d + j;", layout.last().out());
    out.line("int kind = kinds_%d[output];", number);
    out.line("double low = ends_%d[2 * output];", number);
    out.line("double high = ends_%d[2 * output + 1];", number);
    out.line("double constrainedValue = constrained(kind, low, high, value);");
  }

  private void writeValue(int number) {
    constraint(number);
    out.open("if (from + r < rows)");
    out.line("values[output * stride + from + r] = constrainedValue;");
    out.close();
  }

  private void outputBar(int number) {
    constraint(number);
    out.line(
        "double bar = from + r < rows ? valuesBar[output * stride + from + r] *"
            + " constrained_slope(kind, low, high, value, constrainedValue) : 0.0;");
    out.line("memory[%d + j * %d + r] = bar;", layout.last().values(), layout.rowStride());
  }
}
