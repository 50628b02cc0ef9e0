package io.github.tgp4j.spec;

import io.github.tgp4j.covariance.BasicCovariance;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.Covariances;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Reads covariances.
 *
 * <pre>
 *   sum     = product { "+" product }
 *   product = factor { "*" factor }
 *   factor  = number | ( name [ arguments ] | "(" sum ")" | each ) [ "[" ( "each" | column { "," column } ) "]" ]
 *   each    = "per-input" "(" sum ")"
 * </pre>
 *
 * <p>{@code per-input(constant + matern12)} is the product over all inputs of that covariance of
 * one input alone; equation K21.
 */
final class CovarianceParser {
  private interface Factory {
    BasicCovariance make(int inputs, int option);
  }

  /** How to make a covariance, and what its whole-number option is called, if it has one. */
  private record Kind(String option, Factory factory) {}

  private static final Map<String, Kind> KINDS = new TreeMap<>();

  static {
    plain("rbf", Covariances::rbf);
    plain("matern12", Covariances::matern12);
    plain("matern32", Covariances::matern32);
    plain("matern52", Covariances::matern52);
    plain("rq", Covariances::rationalQuadratic);
    plain("periodic", Covariances::periodic);
    plain("cosine", Covariances::cosine);
    plain("linear", Covariances::linear);
    plain("constant", Covariances::constant);
    plain("white", Covariances::white);
    KINDS.put("poly", new Kind("degree", Covariances::polynomial));
    KINDS.put("arccos", new Kind("order", Covariances::arcCosine));
  }

  private static void plain(String name, IntFunction<BasicCovariance> factory) {
    KINDS.put(name, new Kind(null, (inputs, option) -> factory.apply(inputs)));
  }

  private static final String PER_INPUT = "per-input";

  private final SpecReader reader;
  private final int inputs;

  CovarianceParser(String text, int inputs) {
    this.reader = new SpecReader(text);
    this.inputs = inputs;
  }

  Covariance parse() {
    return unbound().bind(inputs);
  }

  /** Reads the whole text, leaving the number of inputs open. */
  Parsed unbound() {
    Parsed sum = sum();
    reader.expectEnd();
    return sum;
  }

  /** A covariance before it is known how many inputs it sees: a restriction behind it decides. */
  interface Parsed {
    Covariance bind(int d);
  }

  private Parsed sum() {
    List<Parsed> terms = new ArrayList<>();
    do {
      terms.add(product());
    } while (reader.take('+'));
    return d -> Covariances.sum(terms.stream().map(term -> term.bind(d)).toList());
  }

  private Parsed product() {
    List<Parsed> factors = new ArrayList<>();
    double number = 1.0;
    int start = reader.column();
    do {
      if (reader.isNumber()) {
        number *= reader.number();
      } else {
        factors.add(factor());
      }
    } while (reader.take('*'));
    if (factors.isEmpty()) {
      throw reader.error("expected a covariance beside the number", start);
    }
    double scale = number;
    return d ->
        reader.located(
            start,
            () ->
                Covariances.scale(
                    scale, Covariances.product(factors.stream().map(f -> f.bind(d)).toList())));
  }

  private Parsed factor() {
    int column = reader.column();
    Parsed inner;
    if (reader.take('(')) {
      inner = reader.nested(column, this::sum);
      reader.expect(')');
    } else {
      inner = basic(column);
    }
    if (!reader.take('[')) {
      return inner;
    }
    if (reader.isName()) {
      return ofEach(inner, column);
    }
    List<Integer> dimensions = new ArrayList<>();
    do {
      dimensions.add(reader.wholeNumber("column"));
    } while (reader.take(','));
    reader.expect(']');
    int[] chosen = dimensions.stream().mapToInt(Integer::intValue).toArray();
    return d ->
        reader.located(column, () -> Covariances.restrict(d, inner.bind(chosen.length), chosen));
  }

  /** {@code rbf[each]}: a sum of one for every input. */
  private Parsed ofEach(Parsed inner, int column) {
    int start = reader.column();
    String word = reader.name("each");
    if (!word.equals("each")) {
      throw reader.error("expected columns or each but got '" + word + "'", start);
    }
    reader.expect(']');
    return d ->
        reader.located(
            column,
            () ->
                Covariances.sum(
                    IntStream.range(0, d)
                        .mapToObj(i -> Covariances.restrict(d, inner.bind(1), i))
                        .toList()));
  }

  private Parsed basic(int column) {
    reader.countParts(1, column);
    String name = reader.name("the name of a covariance");
    Kind kind = KINDS.get(name);
    if (name.equals(PER_INPUT)) {
      return perInput(column);
    }
    if (kind == null) {
      return registered(name, column);
    }
    Arguments arguments = reader.arguments(name);
    int option = kind.option() == null ? 0 : arguments.wholeNumber(kind.option());
    Map<String, double[]> starts = arguments.takeNamed();
    arguments.done();
    return d ->
        reader.located(
            column,
            () -> {
              BasicCovariance k = kind.factory().make(d, option);
              for (Map.Entry<String, double[]> start : starts.entrySet()) {
                k = k.startingAt(start.getKey(), start.getValue());
              }
              return k;
            });
  }

  private Parsed perInput(int column) {
    reader.expect('(');
    Parsed inner = reader.nested(column, this::sum);
    reader.expect(')');
    return d ->
        reader.located(
            column,
            () ->
                Covariances.product(
                    IntStream.range(0, d)
                        .mapToObj(j -> Covariances.restrict(d, inner.bind(1), j))
                        .toList()));
  }

  /** A covariance of the user's own; it takes its arguments when the inputs are known. */
  private Parsed registered(String name, int column) {
    Parts.Bound<? extends Covariance> factory =
        RegisteredParts.find(parts -> parts.covariances, name);
    if (factory == null) {
      TreeSet<String> known = new TreeSet<>(ownNames());
      known.addAll(RegisteredParts.names(parts -> parts.covariances));
      throw reader.unknown("covariance", "registerCovariance", name, known, column);
    }
    Arguments arguments = reader.arguments(name);
    return d -> reader.located(column, () -> make(name, factory, d, arguments.copy()));
  }

  private Covariance make(
      String name, Parts.Bound<? extends Covariance> factory, int inputs, Arguments arguments) {
    Covariance made = reader.made("covariance", name, factory.make(inputs, arguments));
    if (made instanceof BasicCovariance basic) {
      for (Map.Entry<String, double[]> start : arguments.takeNamed().entrySet()) {
        basic = basic.startingAt(start.getKey(), start.getValue());
      }
      made = basic;
    }
    arguments.done();
    return made;
  }

  /** The names of the library's own covariances. */
  static Set<String> ownNames() {
    return KINDS.keySet();
  }
}
