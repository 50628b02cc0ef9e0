package io.github.tgp4j.spec;

import io.github.tgp4j.flow.ArcsinhFlow;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.flow.TanhFlow;
import io.github.tgp4j.network.Activation;
import io.github.tgp4j.network.MlpShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads flows.
 *
 * <pre>
 *   flow  = chain [ "@" "mlp" arguments ]
 *   chain = part { "&gt;" part }
 *   part  = name [ arguments ] | ( "inverse" | "sum" | "weighted-sum" ) "(" chain { "," chain } ")"
 * </pre>
 */
final class FlowParser {
  private static final Map<String, Function<Arguments, Flow>> FACTORIES = new TreeMap<>();
  private static final Map<String, Function<Flow[], Flow>> COMBINATIONS = new TreeMap<>();

  static {
    FACTORIES.put("identity", a -> Flows.identity());
    FACTORIES.put("affine", a -> Flows.affine());
    FACTORIES.put("scale", a -> Flows.scale());
    FACTORIES.put("exp", a -> Flows.exp());
    FACTORIES.put("log", a -> Flows.log());
    FACTORIES.put("softplus", a -> Flows.softplus());
    FACTORIES.put("sinh", a -> Flows.sinh());
    FACTORIES.put("arcsinh", a -> new ArcsinhFlow(!a.takeWord("unshifted")));
    FACTORIES.put("tanh", a -> new TanhFlow(!a.takeWord("unshifted")));
    FACTORIES.put("log-exp", a -> Flows.logExp());
    FACTORIES.put("sinh-arcsinh", a -> Flows.sinhArcsinh());
    FACTORIES.put("boxcox", a -> Flows.boxCox());
    FACTORIES.put("tukey", a -> Flows.tukey());
    FACTORIES.put("sal", a -> Flows.sal(a.hasNumber() ? a.parts("blocks") : 1));
    FACTORIES.put(
        "tanh-sum",
        a -> {
          int steps = a.parts("steps");
          return a.takeWord("bounded") ? Flows.boundedTanhSum(steps) : Flows.tanhSum(steps);
        });
    FACTORIES.put(
        "rq-spline", a -> Flows.rationalQuadraticSpline(a.hasNumber() ? a.parts("pieces") : 8));
    FACTORIES.put("arcsinh-sum", a -> Flows.arcsinhSum(a.parts("steps")));
    FACTORIES.put("log-exp-sum", a -> Flows.logExpSum(a.parts("steps")));
    FACTORIES.put("boxcox-sum", a -> Flows.boxCoxSum(a.parts("steps")));
    FACTORIES.put("inverse-boxcox-sum", a -> Flows.inverseBoxCoxSum(a.parts("steps")));
    COMBINATIONS.put("inverse", parts -> Flows.inverse(single(parts)));
    COMBINATIONS.put("sum", Flows::sum);
    COMBINATIONS.put("weighted-sum", Flows::weightedSum);
  }

  private final SpecReader reader;

  FlowParser(String text) {
    this(new SpecReader(text));
  }

  /** Of a flow within another text. */
  FlowParser(SpecReader reader) {
    this.reader = reader;
  }

  Flow parse() {
    Flow flow = chain();
    reader.expectEnd();
    return flow;
  }

  /** A chain, and behind an "@" the network that gives its parameters. */
  FlowSpec parseWithNetwork() {
    Flow flow = chain();
    if (!reader.take('@')) {
      reader.expectEnd();
      return new FlowSpec(flow, null, false);
    }
    int column = reader.column();
    Arguments arguments = mlp(reader);
    MlpShape read = reader.located(column, () -> shape(arguments));
    boolean shared = arguments.takeWord("shared");
    MlpShape shape = shared ? read.asJoint() : read;
    boolean all = arguments.takeWord("all");
    arguments.done();
    reader.expectEnd();
    return reader.located(column, () -> new FlowSpec(flow, shape, all, shared));
  }

  /** The network behind an "@" within the arguments of another part. */
  static MlpShape network(SpecReader reader) {
    int column = reader.column();
    Arguments arguments = mlp(reader);
    MlpShape shape = reader.located(column, () -> shape(arguments));
    arguments.done();
    return shape;
  }

  private static Arguments mlp(SpecReader reader) {
    int column = reader.column();
    String name = reader.name("mlp(…)");
    if (!name.equals("mlp")) {
      throw reader.error("expected mlp(…) behind '@' but got '" + name + "'", column);
    }
    return reader.nested(column, () -> reader.arguments(name));
  }

  /** "50,50, relu, dropout=0.25, batchnorm, joint, bayes". */
  private static MlpShape shape(Arguments arguments) {
    List<Integer> widths = new ArrayList<>();
    while (arguments.hasNumber()) {
      widths.add(arguments.wholeNumber("width"));
    }
    Activation activation =
        arguments.takeWord("tanh") || !arguments.takeWord("relu")
            ? Activation.TANH
            : Activation.RELU;
    double dropout = arguments.named("dropout", 0.0);
    boolean batchNorm = arguments.takeWord("batchnorm");
    boolean joint = arguments.takeWord("joint");
    boolean bayes = arguments.takeWord("bayes");
    return new MlpShape(widths, activation, dropout, batchNorm, joint, bayes);
  }

  /** Flows up to what is no flow. */
  Flow chain() {
    int start = reader.column();
    List<Flow> parts = new ArrayList<>();
    do {
      parts.add(part());
    } while (reader.take('>'));
    return reader.located(start, () -> Flows.compose(parts.toArray(new Flow[0])));
  }

  private Flow part() {
    int column = reader.column();
    reader.countParts(1, column);
    String name = reader.name("the name of a flow");
    if (COMBINATIONS.containsKey(name)) {
      reader.expect('(');
      List<Flow> parts = reader.nested(column, this::chains);
      reader.expect(')');
      return reader.located(column, () -> COMBINATIONS.get(name).apply(parts.toArray(new Flow[0])));
    }
    Function<Arguments, ? extends Flow> factory = factory(name, column);
    Arguments arguments = reader.arguments(name);
    Flow flow = reader.located(column, () -> reader.made("flow", name, factory.apply(arguments)));
    arguments.done();
    return flow;
  }

  private List<Flow> chains() {
    List<Flow> all = new ArrayList<>();
    do {
      all.add(chain());
    } while (reader.take(','));
    return all;
  }

  private Function<Arguments, ? extends Flow> factory(String name, int column) {
    Function<Arguments, ? extends Flow> factory = FACTORIES.get(name);
    if (factory == null) {
      factory = RegisteredParts.find(parts -> parts.flows, name);
    }
    if (factory == null) {
      TreeSet<String> known = new TreeSet<>(ownNames());
      known.addAll(RegisteredParts.names(parts -> parts.flows));
      throw reader.unknown("flow", "registerFlow", name, known, column);
    }
    return factory;
  }

  /** The names of the library's own flows. */
  static Set<String> ownNames() {
    Set<String> names = new TreeSet<>(FACTORIES.keySet());
    names.addAll(COMBINATIONS.keySet());
    return names;
  }

  private static Flow single(Flow[] parts) {
    if (parts.length != 1) {
      throw new IllegalArgumentException("inverse: expected one flow but got " + parts.length);
    }
    return parts[0];
  }
}
