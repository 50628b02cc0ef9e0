package io.github.tgp4j.cuda.source;

import java.util.List;

/**
 * Writes the functions of a sum of flows (F18); the tape holds those of the parts, then their
 * values.
 */
final class FlowSumCode {
  private final FlowCode flows;
  private final CodeWriter out;
  private final String function;
  private final FlowTree.Sum sum;
  private final List<FlowTree> parts;
  private final int[] at;
  private final int[] tapeAt;

  FlowSumCode(FlowCode flows, CodeWriter out, String function, FlowTree.Sum sum) {
    this.flows = flows;
    this.out = out;
    this.function = function;
    this.sum = sum;
    this.parts = sum.parts();
    at = new int[parts.size() + 1];
    tapeAt = new int[parts.size() + 1];
    at[0] = sum.weighted() ? parts.size() : 0;
    for (int j = 0; j < parts.size(); j++) {
      at[j + 1] = at[j] + parts.get(j).parameters();
      tapeAt[j + 1] = tapeAt[j] + parts.get(j).tape();
    }
  }

  void write() {
    value();
    back();
    log();
    logBack();
  }

  private FlowCode.Name part(int j) {
    return flows.of(parts.get(j));
  }

  private String value(int j) {
    return "tape[" + (tapeAt[parts.size()] + j) + "]";
  }

  private void value() {
    out.open("DEVICE double %s_value(const double* t, double f, double* tape)", function);
    out.line("double sum = 0.0;");
    for (int j = 0; j < parts.size(); j++) {
      String term = part(j).value("t + " + at[j], "f", "tape + " + tapeAt[j]);
      out.line("%s = %s;", value(j), term);
      out.line("sum += %s%s;", sum.weighted() ? "t[" + j + "] * " : "", value(j));
    }
    out.line("return sum;");
    out.close();
  }

  private void back() {
    out.open(
        "DEVICE double %s_back(const double* t, double f, double g, const double* tape, double"
            + " bar, double* tb)",
        function);
    out.line("double sum = 0.0;");
    for (int j = 0; j < parts.size(); j++) {
      String bar = "bar";
      if (sum.weighted()) {
        out.line("tb[%d] += bar * %s;", j, value(j));
        bar = "bar * t[" + j + "]";
      }
      String tape = "tape + " + tapeAt[j];
      String term = part(j).back("t + " + at[j], "f", value(j), tape, bar, "tb + " + at[j]);
      out.line("sum += %s;", term);
    }
    out.line("return sum;");
    out.close();
  }

  /** Writes the logarithms of the terms' slopes and the largest of them. */
  private void slopes() {
    out.line("double l[%d];", parts.size());
    out.line("double most = -INFINITE;");
    for (int j = 0; j < parts.size(); j++) {
      String weight = sum.weighted() ? " + log(t[" + j + "])" : "";
      out.line("l[%d] = %s%s;", j, part(j).log("t + " + at[j], "f"), weight);
      out.line("most = l[%d] != l[%d] || l[%d] > most ? l[%d] : most;", j, j, j, j);
    }
    out.line("double sum = 0.0;");
    out.open("for (int j = 0; j < %d; j++)", parts.size());
    out.line("l[j] = exp(l[j] - most);");
    out.line("sum += l[j];");
    out.close();
  }

  private void log() {
    out.open("DEVICE double %s_log(const double* t, double f)", function);
    slopes();
    out.line("return most + log(sum);");
    out.close();
  }

  private void logBack() {
    out.open(
        "DEVICE double %s_log_back(const double* t, double f, double bar, double* tb)", function);
    slopes();
    out.line("double x = 0.0;");
    for (int j = 0; j < parts.size(); j++) {
      String share = "bar * l[" + j + "] / sum";
      if (sum.weighted()) {
        out.line("tb[%d] += %s / t[%d];", j, share, j);
      }
      out.line("x += %s;", part(j).logBack("t + " + at[j], "f", share, "tb + " + at[j]));
    }
    out.line("return x;");
    out.close();
  }
}
