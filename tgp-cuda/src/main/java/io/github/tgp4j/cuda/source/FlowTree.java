package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.spec.Specs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A flow as the kernels see it: functions of their library, put together. */
sealed interface FlowTree {
  /** Values of θ. */
  int parameters();

  /** Values per element that the way back needs. */
  int tape();

  /** Where it is defined. */
  Interval domain();

  /**
   * A function of the library.
   *
   * @param function how its name begins
   * @param settings the arguments before the usual ones: "8, " or none
   * @param closedInverse whether the library has its inverse
   */
  record Leaf(
      String function,
      String settings,
      int parameters,
      int tape,
      boolean closedInverse,
      Interval domain)
      implements FlowTree {
    private static Leaf plain(String function, int parameters, int tape) {
      return new Leaf(function, "", parameters, tape, true, Interval.REAL);
    }
  }

  /** Flows one after the other; equation F16. */
  record Chain(List<FlowTree> parts) implements FlowTree {
    @Override
    public int parameters() {
      return parts.stream().mapToInt(FlowTree::parameters).sum();
    }

    @Override
    public int tape() {
      return parts.stream().mapToInt(FlowTree::tape).sum() + parts.size() - 1;
    }

    @Override
    public Interval domain() {
      return parts.get(0).domain();
    }
  }

  /** Σ_j w_j·g_j; equation F18. */
  record Sum(List<FlowTree> parts, boolean weighted) implements FlowTree {
    @Override
    public int parameters() {
      int own = weighted ? parts.size() : 0;
      return own + parts.stream().mapToInt(FlowTree::parameters).sum();
    }

    @Override
    public int tape() {
      return parts.stream().mapToInt(FlowTree::tape).sum() + parts.size();
    }

    @Override
    public Interval domain() {
      return new Interval(
          parts.stream().mapToDouble(p -> p.domain().lower()).max().orElseThrow(),
          parts.stream().mapToDouble(p -> p.domain().upper()).min().orElseThrow());
    }
  }

  /**
   * The inverse of a flow; equation F17.
   *
   * @param domain the range of the flow
   */
  record Inverse(FlowTree wrapped, Interval domain) implements FlowTree {
    @Override
    public int parameters() {
      return wrapped.parameters();
    }

    @Override
    public int tape() {
      return wrapped.tape() + 2;
    }
  }

  /** The flows of the language that are functions of the library, by their names. */
  Map<String, Leaf> LEAVES =
      Map.ofEntries(
          Map.entry("identity", Leaf.plain("identity", 0, 0)),
          Map.entry("affine", Leaf.plain("affine", 2, 0)),
          Map.entry("scale", Leaf.plain("scale", 1, 0)),
          Map.entry("exp", Leaf.plain("exp", 0, 0)),
          Map.entry("log", new Leaf("log", "", 0, 0, true, Interval.POSITIVE)),
          Map.entry("softplus", Leaf.plain("softplus", 0, 0)),
          Map.entry("sinh", Leaf.plain("sinh", 0, 0)),
          Map.entry("arcsinh", Leaf.plain("arcsinh", 4, 1)),
          Map.entry("arcsinh(unshifted)", Leaf.plain("arcsinh_unshifted", 3, 1)),
          Map.entry("tanh", Leaf.plain("tanh", 4, 1)),
          Map.entry("tanh(unshifted)", Leaf.plain("tanh_unshifted", 3, 1)),
          Map.entry("log-exp", Leaf.plain("log_exp_unshifted", 3, 1)),
          Map.entry("sinh-arcsinh", Leaf.plain("sinh_arcsinh", 2, 3)),
          Map.entry("boxcox", Leaf.plain("boxcox", 1, 2)),
          Map.entry("inverse(boxcox)", Leaf.plain("inverse_boxcox", 1, 2)),
          Map.entry("tukey", new Leaf("tukey", "", 2, 2, false, Interval.REAL)));

  /**
   * Of a flow, by its text.
   *
   * @throws UnsupportedModelException when a part of it is not of this library
   */
  static FlowTree of(Flow flow) {
    String text = flow.toString();
    FlowTree tree = chain(text);
    if (!Specs.flow(text).equals(flow) || tree.parameters() != flow.parameterCount()) {
      throw new UnsupportedModelException("flow " + text, "its text does not describe it");
    }
    return tree;
  }

  private static FlowTree chain(String text) {
    List<FlowTree> parts = new ArrayList<>();
    for (String part : Call.split(text, '>')) {
      if (part.equals("sal") || part.startsWith("sal(")) {
        Call sal = Call.of(part);
        int blocks = sal.arguments().isEmpty() ? 1 : sal.wholeNumber(0);
        for (int j = 0; j < blocks; j++) {
          parts.add(LEAVES.get("sinh-arcsinh"));
          parts.add(LEAVES.get("affine"));
        }
      } else {
        parts.add(part(part));
      }
    }
    return parts.size() == 1 ? parts.get(0) : new Chain(List.copyOf(parts));
  }

  private static FlowTree part(String text) {
    FlowTree leaf = LEAVES.get(text);
    if (leaf != null) {
      return leaf;
    }
    Call call = Call.of(text);
    return switch (call.name()) {
      case "sum", "weighted-sum" ->
          new Sum(
              call.arguments().stream().map(FlowTree::chain).toList(),
              call.name().equals("weighted-sum"));
      case "inverse" -> {
        Flow wrapped = Specs.flow(call.arguments().get(0));
        yield new Inverse(chain(call.arguments().get(0)), wrapped.range(wrapped.domain()));
      }
      case "tanh-sum" -> terms(call, "tanh", !call.has("bounded"));
      case "arcsinh-sum" -> terms(call, "arcsinh", false);
      case "log-exp-sum" -> new Sum(copies(call, LEAVES.get("log-exp")), false);
      case "boxcox-sum" -> new Sum(copies(call, LEAVES.get("boxcox")), true);
      case "inverse-boxcox-sum" -> new Sum(copies(call, LEAVES.get("inverse(boxcox)")), true);
      case "rq-spline" -> {
        int k = call.wholeNumber(0);
        yield new Leaf("rq_spline", k + ", ", 3 * k, 0, true, Interval.REAL);
      }
      default -> throw new UnsupportedModelException("flow " + text, "it has no kernels");
    };
  }

  private static List<FlowTree> copies(Call call, FlowTree part) {
    return List.copyOf(Collections.nCopies(call.wholeNumber(0), part));
  }

  /** Terms of which the first alone has a shift, behind the identity where there is one. */
  private static Sum terms(Call call, String shape, boolean identity) {
    List<FlowTree> parts = new ArrayList<>();
    if (identity) {
      parts.add(LEAVES.get("identity"));
    }
    parts.add(LEAVES.get(shape));
    parts.addAll(Collections.nCopies(call.wholeNumber(0) - 1, LEAVES.get(shape + "(unshifted)")));
    return new Sum(List.copyOf(parts), false);
  }
}
