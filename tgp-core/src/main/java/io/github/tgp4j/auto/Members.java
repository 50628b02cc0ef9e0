package io.github.tgp4j.auto;

import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import java.util.List;

/** One model of several members. */
final class Members {
  private Members() {}

  /** The only member, or a blend of all. */
  static Model join(List<AutoSearch.Member> members) {
    if (members.size() == 1) {
      return members.get(0).model();
    }
    double sum = members.stream().mapToDouble(AutoSearch.Member::weight).sum();
    return new BlendedModel(
        members.stream()
            .map(m -> new BlendedModel.Part(m.name(), m.model(), m.weight() / sum))
            .toList());
  }
}
