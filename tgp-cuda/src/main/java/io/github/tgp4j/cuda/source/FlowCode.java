package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.Interval;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the functions of flows: value, way back, log derivative and its way back, inverse; see the
 * head of flows.h. Equal flows get the same functions.
 */
final class FlowCode {
  private static final double LARGEST = Math.exp(300.0); // where inverses stop, as in flows.h

  /** How a flow's functions are called: function(settings, t, f, …). */
  record Name(String function, String settings) {
    String value(String theta, String f, String tape) {
      return function + "_value(" + settings + theta + ", " + f + ", " + tape + ")";
    }

    String back(String theta, String f, String g, String tape, String bar, String thetaBar) {
      String values = String.join(", ", theta, f, g, tape, bar, thetaBar);
      return function + "_back(" + settings + values + ")";
    }

    String log(String theta, String f) {
      return function + "_log(" + settings + theta + ", " + f + ")";
    }

    String logBack(String theta, String f, String bar, String thetaBar) {
      String values = String.join(", ", theta, f, bar, thetaBar);
      return function + "_log_back(" + settings + values + ")";
    }

    String inverse(String theta, String g) {
      return function + "_inverse(" + settings + theta + ", " + g + ")";
    }
  }

  private final CodeWriter out;
  private final Map<FlowTree, Name> names = new HashMap<>();
  private final Map<FlowTree, Boolean> inverses = new HashMap<>();

  FlowCode(CodeWriter out) {
    this.out = out;
  }

  /** The functions of a flow without its inverse, written at their first use. */
  Name of(FlowTree flow) {
    if (flow instanceof FlowTree.Leaf leaf) {
      return new Name(leaf.function(), leaf.settings());
    }
    Name known = names.get(flow);
    if (known != null) {
      return known;
    }
    if (flow instanceof FlowTree.Chain chain) {
      chain.parts().forEach(this::of);
    } else if (flow instanceof FlowTree.Sum sum) {
      sum.parts().forEach(this::of);
    } else if (flow instanceof FlowTree.Inverse inverse) {
      withInverse(inverse.wrapped());
    }
    Name name = new Name("flow" + names.size(), "");
    names.put(flow, name);
    if (flow instanceof FlowTree.Chain chain) {
      new ChainCode(name.function(), chain).write();
    } else if (flow instanceof FlowTree.Sum sum) {
      new SumCode(name.function(), sum).write();
    } else if (flow instanceof FlowTree.Inverse inverse) {
      inverse(name.function(), inverse);
    }
    return name;
  }

  /** The functions of a flow with its inverse. */
  Name withInverse(FlowTree flow) {
    Name name = of(flow);
    if (inverses.putIfAbsent(flow, true) != null) {
      return name;
    }
    if (flow instanceof FlowTree.Chain chain) {
      chain.parts().forEach(this::withInverse);
      chainInverse(name.function(), chain);
    } else if (flow instanceof FlowTree.Inverse inverse) {
      out.open("DEVICE double %s_inverse(const double* t, double g)", name.function());
      out.line("double tape[%d];", inverse.wrapped().tape() + 1);
      String y = bounded("g", inverse.wrapped().domain());
      out.line("return %s;", of(inverse.wrapped()).value("t", y, "tape"));
      out.close();
    } else if (flow instanceof FlowTree.Sum || !((FlowTree.Leaf) flow).closedInverse()) {
      root(name.function(), flow);
    }
    return name;
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "INFINITE" : "-INFINITE";
    }
    return Double.toString(value);
  }

  private void root(String function, FlowTree flow) {
    out.text(
        CodeWriter.resource("root.h")
            .replace("FLOW", function)
            .replace("TAPE", Integer.toString(flow.tape()))
            .replace("PARAMETERS", Integer.toString(flow.parameters()))
            .replace("LOWER", number(flow.domain().lower()))
            .replace("UPPER", number(flow.domain().upper())));
  }

  private static double lowest(Interval domain) {
    return Math.max(Math.nextUp(domain.lower()), -LARGEST);
  }

  private static double highest(Interval domain) {
    return Math.min(Math.nextDown(domain.upper()), LARGEST);
  }

  /** y kept where the wrapped flow is defined and its inverse stops. */
  private static String bounded(String y, Interval domain) {
    String low = number(lowest(domain));
    String high = number(highest(domain));
    return "at_most(at_least(" + y + ", " + low + "), " + high + ")";
  }

  private void chainInverse(String function, FlowTree.Chain chain) {
    out.open("DEVICE double %s_inverse(const double* t, double g)", function);
    int at = chain.parameters();
    for (int j = chain.parts().size() - 1; j >= 0; j--) {
      FlowTree part = chain.parts().get(j);
      at -= part.parameters();
      out.line("g = %s;", of(part).inverse("t + " + at, "g"));
    }
    out.line("return g;");
    out.close();
  }

  /** The tape holds that of the wrapped flow at y, its value there and 1/slope. */
  private void inverse(String function, FlowTree.Inverse flow) {
    FlowTree wrapped = flow.wrapped();
    Name inner = of(wrapped);
    int value = wrapped.tape();
    int slope = value + 1;
    out.open("DEVICE double %s_value(const double* t, double f, double* tape)", function);
    out.line("double y = %s;", bounded(inner.inverse("t", "f"), wrapped.domain()));
    out.line("tape[%d] = %s;", value, inner.value("t", "y", "tape"));
    out.line("double slope = exp(within(-%s, EXPONENT));", inner.log("t", "y"));
    String low = number(lowest(wrapped.domain()));
    String high = number(highest(wrapped.domain()));
    out.line("tape[%d] = y > %s && y < %s ? at_most(slope, 1e150) : 0.0;", slope, low, high);
    out.line("return y;");
    out.close();
    out.open(
        "DEVICE double %s_back(const double* t, double f, double g, const double* tape, double bar,"
            + " double* tb)",
        function);
    out.line("bar *= tape[%d];", slope);
    out.line("%s;", inner.back("t", "g", "tape[" + value + "]", "tape", "-bar", "tb"));
    out.line("return bar;");
    out.close();
    out.open("DEVICE double %s_log(const double* t, double f)", function);
    out.line("double y = %s;", bounded(inner.inverse("t", "f"), wrapped.domain()));
    out.line("return -%s;", inner.log("t", "y"));
    out.close();
    out.open(
        "DEVICE double %s_log_back(const double* t, double f, double bar, double* tb)", function);
    out.line("double tape[%d];", flow.tape() + 1);
    out.line("double y = %s_value(t, f, tape);", function);
    out.line("double yBar = %s;", inner.logBack("t", "y", "-bar", "tb"));
    out.line("return %s_back(t, f, y, tape, yBar, tb);", function);
    out.close();
  }

  /** Flows one after the other; the tape holds those of the parts, then what lies between them. */
  private final class ChainCode {
    private final String function;
    private final FlowTree.Chain chain;
    private final List<FlowTree> parts;
    private final int[] at;
    private final int[] tapeAt;
    private final int between;

    ChainCode(String function, FlowTree.Chain chain) {
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

    private Name part(int j) {
      return of(parts.get(j));
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

  /** A sum; the tape holds those of the parts, then their values. */
  private final class SumCode {
    private final String function;
    private final FlowTree.Sum sum;
    private final List<FlowTree> parts;
    private final int[] at;
    private final int[] tapeAt;

    SumCode(String function, FlowTree.Sum sum) {
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

    private Name part(int j) {
      return of(parts.get(j));
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
}
