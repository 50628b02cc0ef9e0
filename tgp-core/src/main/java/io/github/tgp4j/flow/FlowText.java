package io.github.tgp4j.flow;

import java.util.List;

/** The texts of composed flows in the model language, and the names of their parts. */
final class FlowText {
  private FlowText() {}

  /** "sal(2) > softplus": runs of sinh-arcsinh and affine are written as sal. */
  static String join(List<Flow> parts) {
    StringBuilder text = new StringBuilder();
    int j = 0;
    while (j < parts.size()) {
      int blocks = 0;
      while (isSal(parts, j + 2 * blocks)) {
        blocks++;
      }
      text.append(j == 0 ? "" : " > ");
      if (blocks > 0) {
        text.append("sal(").append(blocks).append(')');
        j += 2 * blocks;
      } else {
        text.append(parts.get(j));
        j++;
      }
    }
    return text.toString();
  }

  private static boolean isSal(List<Flow> parts, int j) {
    return j + 1 < parts.size()
        && parts.get(j) instanceof SinhArcsinhFlow
        && parts.get(j + 1) instanceof AffineFlow;
  }

  /** The prefix of a part's parameters, unique by its position: "sinh-arcsinh-1". */
  static String partName(Flow part, int position) {
    return part.toString().replaceAll("[^a-z]+", "-").replaceAll("-$", "") + "-" + position;
  }
}
