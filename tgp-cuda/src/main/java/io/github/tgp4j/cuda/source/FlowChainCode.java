package io.github.tgp4j.cuda.source;

import java.util.List;

/**
 * Writes the functions of flows one after the other (F16); the tape holds those of the parts, then
 * what lies between them.
 */
final class FlowChainCode {
  private final FlowCode flows;
  private final CodeWriter out;
  private final String function;
  private final FlowTree.Chain chain;
  private final List<FlowTree> parts;
  private final int[] at;
  private final int[] tapeAt;
  private final int between;

  FlowChainCode(FlowCode flows, CodeWriter out, String function, FlowTree.Chain chain) {
    this.flows = flows;
    this.out = out;
    this.function = function;
    this.chain = chain;
    this.parts = chain.parts();
    at = new int[parts.size() + 1];
    tapeAt = new int[parts.size() + 1];
    for (int j = 0; j < parts.size(); j++) {
      at[j + 1] = at[j] + parts.get(j).parameters();
      tapeAt[j + 1] = tapeAt[j] + parts.get(j).tape();
    }
    between = tapeAt[parts.size()];
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

  private String theta(int j) {
    return "t + " + at[j];
  }

  private String bar(int j) {
    return "tb + " + at[j];
  }

  private String tape(int j) {
    return "tape + " + tapeAt[j];
  }

  /** What arrives at part j. */
  private String x(int j) {
    return j == 0 ? "f" : "tape[" + (between + j - 1) + "]";
  }

  private void value() {
    int last = parts.size() - 1;
    out.open("DEVICE double %s_value(const double* t, double f, double* tape)", function);
    for (int j = 0; j < last; j++) {
      out.line("%s = %s;", x(j + 1), part(j).value(theta(j), x(j), tape(j)));
    }
    out.line("return %s;", part(last).value(theta(last), x(last), tape(last)));
    out.close();
  }

  private void back() {
    int last = parts.size() - 1;
    out.open(
        "DEVICE double %s_back(const double* t, double f, double g, const double* tape, double"
            + " bar, double* tb)",
        function);
    for (int j = last; j >= 0; j--) {
      String g = j == last ? "g" : x(j + 1);
      out.line("bar = %s;", part(j).back(theta(j), x(j), g, tape(j), "bar", bar(j)));
    }
    out.line("return bar;");
    out.close();
  }

  private void log() {
    out.open("DEVICE double %s_log(const double* t, double f)", function);
    out.line("double tape[%d];", chain.tape() + 1);
    out.line("%s_value(t, f, tape);", function);
    out.line("double sum = 0.0;");
    for (int j = 0; j < parts.size(); j++) {
      out.line("sum += %s;", part(j).log(theta(j), x(j)));
    }
    out.line("return sum;");
    out.close();
  }

  private void logBack() {
    int last = parts.size() - 1;
    out.open(
        "DEVICE double %s_log_back(const double* t, double f, double bar, double* tb)", function);
    out.line("double tape[%d];", chain.tape() + 1);
    out.line("%s_value(t, f, tape);", function);
    out.line("double x = 0.0;");
    for (int j = last; j >= 0; j--) {
      if (j < last) {
        out.line("x = %s;", part(j).back(theta(j), x(j), x(j + 1), tape(j), "x", bar(j)));
      }
      out.line("x += %s;", part(j).logBack(theta(j), x(j), "bar", bar(j)));
    }
    out.line("return x;");
    out.close();
  }
}
