package io.github.tgp4j.covariance;

import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names for the parameters of a composite: the kind of the part, numbered from the second of its
 * kind on, then the parameter: "rbf.variance", "periodic.period", "rbf-2.variance",
 * "product.linear.variances".
 */
final class CompositeNames {
  private CompositeNames() {}

  static List<Parameter> parameters(List<Covariance> parts) {
    List<Parameter> parameters = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (Covariance part : parts) {
      int count = seen.merge(kind(part), 1, Integer::sum);
      String prefix = count == 1 ? kind(part) : kind(part) + "-" + count;
      for (Parameter parameter : part.parameters()) {
        parameters.add(parameter.prefixed(prefix));
      }
    }
    return parameters;
  }

  static String kind(Covariance part) {
    return part instanceof DescribedCovariance described
        ? described.kind()
        : part.toString().replaceAll("[^\\p{Alnum}-].*", ""); // the name before its arguments
  }

  /** The common number of inputs; complains when the parts differ. */
  static int inputs(String composite, List<Covariance> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(composite + ": expected at least one part but got none");
    }
    Covariance first = parts.get(0);
    for (Covariance part : parts) {
      if (part.inputs() != first.inputs()) {
        throw new IllegalArgumentException(
            String.format(
                "%s: expected %d inputs, as in %s, but %s has %d; restrict it with [dimensions]",
                composite, first.inputs(), first, part, part.inputs()));
      }
    }
    return first.inputs();
  }
}
