package io.github.tgp4j.cuda.source;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes the functions of a covariance of one pair of inputs: value, way back, and both for k(x,
 * x); see the head of covariances.h.
 */
final class CovarianceCode {
  private final CodeWriter out;

  CovarianceCode(CodeWriter out) {
    this.out = out;
  }

  /** Writes the functions and returns how their names begin. */
  String write(CovarianceTree tree) {
    if (tree instanceof CovarianceTree.Sum sum) {
      return sum(writeAll(sum.terms()), offsets(sum.terms()));
    }
    if (tree instanceof CovarianceTree.Product product) {
      return product(writeAll(product.factors()), offsets(product.factors()));
    }
    if (tree instanceof CovarianceTree.Scaled scaled) {
      return scaled(write(scaled.scaled()), Double.toString(scaled.factor()));
    }
    return leaf((CovarianceTree.Leaf) tree);
  }

  private List<String> writeAll(List<CovarianceTree> parts) {
    List<String> names = new ArrayList<>();
    for (CovarianceTree part : parts) {
      names.add(write(part));
    }
    return names;
  }

  private static int[] offsets(List<CovarianceTree> parts) {
    int[] at = new int[parts.size()];
    for (int i = 1; i < at.length; i++) {
      at[i] = at[i - 1] + parts.get(i - 1).parameters();
    }
    return at;
  }

  private String name() {
    return "covariance" + out.number();
  }

  private void openValue(String name) {
    out.open(
        "DEVICE double %s_value(const double* t, const double* x, const double* z, int same)",
        name);
  }

  private void openBack(String name) {
    out.open(
        "DEVICE void %s_back(const double* t, const double* x, const double* z, int same, double"
            + " bar, double* tb, double* zb)",
        name);
  }

  private void openDiagonal(String name) {
    out.open("DEVICE double %s_diagonal(const double* t, const double* x)", name);
  }

  private void openDiagonalBack(String name) {
    out.open(
        "DEVICE void %s_diagonal_back(const double* t, const double* x, double bar, double* tb)",
        name);
  }

  private String leaf(CovarianceTree.Leaf leaf) {
    String name = name();
    int d = leaf.dimensions().length;
    String first = leaf.settings() + d + ", t, ";
    openValue(name);
    gather(leaf, "x");
    gather(leaf, "z");
    out.line("return %s_value(%sxs, zs, same);", leaf.function(), first);
    out.close();
    openBack(name);
    gather(leaf, "x");
    gather(leaf, "z");
    out.line("double zsBar[%d] = {0.0};", d);
    out.line("%s_back(%sxs, zs, same, bar, tb, zsBar);", leaf.function(), first);
    for (int i = 0; i < d; i++) {
      out.line("zb[%d] += zsBar[%d];", leaf.dimensions()[i], i);
    }
    out.close();
    openDiagonal(name);
    gather(leaf, "x");
    out.line("return %s_diagonal(%sxs);", leaf.function(), first);
    out.close();
    openDiagonalBack(name);
    gather(leaf, "x");
    out.line("%s_diagonal_back(%sxs, bar, tb);", leaf.function(), first);
    out.close();
    return name;
  }

  /** The inputs that a leaf sees, in an array of its own. */
  private void gather(CovarianceTree.Leaf leaf, String x) {
    out.line("double %ss[%d];", x, leaf.dimensions().length);
    for (int i = 0; i < leaf.dimensions().length; i++) {
      out.line("%ss[%d] = %s[%d];", x, i, x, leaf.dimensions()[i]);
    }
  }

  private String sum(List<String> parts, int[] at) {
    String name = name();
    openValue(name);
    out.line("return %s;", join(parts, j -> "_value(t + " + at[j] + ", x, z, same)"));
    out.close();
    openBack(name);
    for (int j = 0; j < parts.size(); j++) {
      out.line("%s_back(t + %d, x, z, same, bar, tb + %d, zb);", parts.get(j), at[j], at[j]);
    }
    out.close();
    openDiagonal(name);
    out.line("return %s;", join(parts, j -> "_diagonal(t + " + at[j] + ", x)"));
    out.close();
    openDiagonalBack(name);
    for (int j = 0; j < parts.size(); j++) {
      out.line("%s_diagonal_back(t + %d, x, bar, tb + %d);", parts.get(j), at[j], at[j]);
    }
    out.close();
    return name;
  }

  private static String join(List<String> parts, IntFunction<String> call) {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < parts.size(); j++) {
      text.append(j == 0 ? "" : " + ").append(parts.get(j)).append(call.apply(j));
    }
    return text.toString();
  }

  private String product(List<String> parts, int[] at) {
    String name = name();
    openValue(name);
    factors(parts, j -> "_value(t + " + at[j] + ", x, z, same)");
    out.line("return product;");
    out.close();
    openBack(name);
    factors(parts, j -> "_value(t + " + at[j] + ", x, z, same)");
    others(parts.size());
    for (int j = 0; j < parts.size(); j++) {
      String own = "bar * other[" + j + "]";
      out.line("%s_back(t + %d, x, z, same, %s, tb + %d, zb);", parts.get(j), at[j], own, at[j]);
    }
    out.close();
    openDiagonal(name);
    factors(parts, j -> "_diagonal(t + " + at[j] + ", x)");
    out.line("return product;");
    out.close();
    openDiagonalBack(name);
    factors(parts, j -> "_diagonal(t + " + at[j] + ", x)");
    others(parts.size());
    for (int j = 0; j < parts.size(); j++) {
      String own = "bar * other[" + j + "]";
      out.line("%s_diagonal_back(t + %d, x, %s, tb + %d);", parts.get(j), at[j], own, at[j]);
    }
    out.close();
    return name;
  }

  private void factors(List<String> parts, IntFunction<String> call) {
    out.line("double k[%d];", parts.size());
    out.line("double product = 1.0;");
    for (int j = 0; j < parts.size(); j++) {
      out.line("k[%d] = %s%s;", j, parts.get(j), call.apply(j));
      out.line("product *= k[%d];", j);
    }
  }

  /** The product of all factors but one: dividing it out would lose it where it is 0. */
  private void others(int count) {
    out.line("double other[%d];", count);
    out.line("double before = 1.0;");
    out.open("for (int j = 0; j < %d; j++)", count);
    out.line("other[j] = before;");
    out.line("before *= k[j];");
    out.close();
    out.line("double behind = 1.0;");
    out.open("for (int j = %d; j >= 0; j--)", count - 1);
    out.line("other[j] *= behind;");
    out.line("behind *= k[j];");
    out.close();
  }

  private String scaled(String part, String factor) {
    String name = name();
    openValue(name);
    out.line("return %s * %s_value(t, x, z, same);", factor, part);
    out.close();
    openBack(name);
    out.line("%s_back(t, x, z, same, %s * bar, tb, zb);", part, factor);
    out.close();
    openDiagonal(name);
    out.line("return %s * %s_diagonal(t, x);", factor, part);
    out.close();
    openDiagonalBack(name);
    out.line("%s_diagonal_back(t, x, %s * bar, tb);", part, factor);
    out.close();
    return name;
  }
}
