package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.Interval;
import java.util.HashMap;
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
      new FlowChainCode(this, out, name.function(), chain).write();
    } else if (flow instanceof FlowTree.Sum sum) {
      new FlowSumCode(this, out, name.function(), sum).write();
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
}
