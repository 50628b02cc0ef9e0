package io.github.tgp4j.flow;

import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.List;

/** Looks into flows that are made of others. */
public final class FlowParts {
  private FlowParts() {}

  /** The names, within the flow's own, of all parameters that belong to parts of one type. */
  public static List<String> parametersOf(Class<? extends Flow> type, Flow flow) {
    if (type.isInstance(flow)) {
      return flow.parameters().stream().map(Parameter::name).toList();
    }
    if (flow instanceof InverseFlow inverse) {
      return parametersOf(type, inverse.wrapped());
    }
    if (flow instanceof CompositeFlow composite) {
      return parametersOf(type, composite.parts());
    }
    return flow instanceof SumFlow sum ? parametersOf(type, sum.parts()) : List.of();
  }

  private static List<String> parametersOf(Class<? extends Flow> type, List<Flow> parts) {
    List<String> names = new ArrayList<>();
    for (int j = 0; j < parts.size(); j++) {
      String prefix = FlowText.partName(parts.get(j), j + 1) + ".";
      for (String name : parametersOf(type, parts.get(j))) {
        names.add(prefix + name);
      }
    }
    return names;
  }
}
