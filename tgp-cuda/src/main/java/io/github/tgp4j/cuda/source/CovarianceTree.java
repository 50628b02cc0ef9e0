package io.github.tgp4j.cuda.source;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.spec.Specs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A covariance as the kernels see it: functions of their library, put together. */
sealed interface CovarianceTree {
  /** Values of θ. */
  int parameters();

  /**
   * A function of the library.
   *
   * @param settings the arguments before the usual ones: "2, " or none
   * @param dimensions the inputs that it sees
   * @param extra values of θ besides those of the inputs
   */
  record Leaf(String function, String settings, int[] dimensions, int extra)
      implements CovarianceTree {
    @Override
    public int parameters() {
      return extra < 0 ? 1 : dimensions.length + extra;
    }

    /** Whether it sees all inputs in their order. */
    boolean isWhole(int inputs) {
      return Arrays.equals(dimensions, IntStream.range(0, inputs).toArray());
    }
  }

  /** Σ_t k_t; equation K14. */
  record Sum(List<CovarianceTree> terms) implements CovarianceTree {
    @Override
    public int parameters() {
      return terms.stream().mapToInt(CovarianceTree::parameters).sum();
    }
  }

  /** Π_t k_t; equation K15. */
  record Product(List<CovarianceTree> factors) implements CovarianceTree {
    @Override
    public int parameters() {
      return factors.stream().mapToInt(CovarianceTree::parameters).sum();
    }
  }

  /** c·k; equation K16. */
  record Scaled(double factor, CovarianceTree scaled) implements CovarianceTree {
    @Override
    public int parameters() {
      return scaled.parameters();
    }
  }

  /** Values beside those of the inputs; −1 where the only value is a variance. */
  Map<String, Integer> EXTRA =
      Map.ofEntries(
          Map.entry("rbf", 1),
          Map.entry("matern12", 1),
          Map.entry("matern32", 1),
          Map.entry("matern52", 1),
          Map.entry("rq", 2),
          Map.entry("periodic", 2),
          Map.entry("cosine", 1),
          Map.entry("linear", 0),
          Map.entry("poly", 1),
          Map.entry("arccos", 2),
          Map.entry("constant", -1),
          Map.entry("white", -1));

  /** Those of the distance alone. */
  List<String> STATIONARY = List.of("rbf", "matern12", "matern32", "matern52", "rq");

  /**
   * Of a covariance, by its text.
   *
   * @throws UnsupportedModelException when a part of it is not of this library
   */
  static CovarianceTree of(Covariance covariance) {
    String text = covariance.toString();
    int inputs = covariance.inputs();
    CovarianceTree tree = sum(text, IntStream.range(0, inputs).toArray());
    if (!Specs.covariance(text, inputs).equals(covariance)
        || tree.parameters() != covariance.parameterCount()) {
      throw new UnsupportedModelException("covariance " + text, "its text does not describe it");
    }
    return tree;
  }

  private static CovarianceTree sum(String text, int[] dimensions) {
    List<CovarianceTree> terms =
        Call.split(text, '+').stream().map(term -> product(term, dimensions)).toList();
    return terms.size() == 1 ? terms.get(0) : new Sum(terms);
  }

  private static CovarianceTree product(String text, int[] dimensions) {
    List<String> factors = Call.split(text, '*');
    boolean scaled = Character.isDigit(factors.get(0).charAt(0));
    List<CovarianceTree> trees =
        factors.stream().skip(scaled ? 1 : 0).map(factor -> factor(factor, dimensions)).toList();
    CovarianceTree product = trees.size() == 1 ? trees.get(0) : new Product(trees);
    return scaled ? new Scaled(Double.parseDouble(factors.get(0)), product) : product;
  }

  private static CovarianceTree factor(String text, int[] dimensions) {
    String inner = text;
    int[] seen = dimensions;
    if (text.endsWith("]")) {
      int open = text.lastIndexOf('[');
      seen =
          Arrays.stream(text.substring(open + 1, text.length() - 1).split(","))
              .mapToInt(d -> dimensions[Integer.parseInt(d.trim())])
              .toArray();
      inner = text.substring(0, open).trim();
    }
    if (inner.startsWith("(")) {
      return sum(inner.substring(1, inner.length() - 1), seen);
    }
    Call call = Call.of(inner);
    Integer extra = EXTRA.get(call.name());
    if (extra == null) {
      throw new UnsupportedModelException("covariance " + inner, "it has no kernels");
    }
    boolean hasOption = call.name().equals("poly") || call.name().equals("arccos");
    String settings = hasOption ? call.wholeNumber(0) + ", " : "";
    return new Leaf(call.name(), settings, seen, extra);
  }
}
