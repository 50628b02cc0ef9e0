package io.github.tgp4j.auto;

import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.predict.Support;
import io.github.tgp4j.spec.Specs;
import java.util.List;

/** One model of several members. */
final class Members {
  private Members() {}

  /** The only member, or a blend of all, kept within what the targets can be. */
  static Model join(List<AutoSearch.Member> members, List<TargetScale> scales) {
    List<Support> supports = scales.stream().map(TargetScale::support).toList();
    boolean single = members.size() == 1;
    if (single && supports.stream().allMatch(of -> staysWithin(members.get(0).recipe(), of))) {
      return members.get(0).model();
    }
    double sum = members.stream().mapToDouble(AutoSearch.Member::weight).sum();
    return new BlendedModel(
        members.stream()
            .map(m -> new BlendedModel.Part(m.name(), m.model(), m.weight() / sum))
            .toList(),
        supports);
  }

  /** A model, surer or less sure of each target; itself where it is to stay. */
  static Model sharpened(String name, Model model, List<Sharpening> sharpenings) {
    if (sharpenings.stream().allMatch(Sharpening::isNone)) {
      return model;
    }
    BlendedModel blend =
        model instanceof BlendedModel known
            ? known
            : new BlendedModel(List.of(new BlendedModel.Part(name, model, 1.0)));
    return blend.withSharpenings(sharpenings);
  }

  /** Whether a model has no values outside a support by itself. */
  private static boolean staysWithin(Recipe recipe, Support support) {
    if (support.isReal() || Specs.likelihood(recipe.likelihood()).discrete()) {
      return true;
    }
    if (recipe.warp() == null || support.hasLimit()) {
      return false;
    }
    Interval range = Specs.flow(recipe.warp()).range(Interval.REAL);
    return range.lower() >= support.lower() && range.upper() <= support.upper();
  }
}
