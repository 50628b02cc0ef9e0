package io.github.tgp4j.io;

import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.variational.Architecture;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** How flows go on beyond what training saw, as arrays. */
final class TailsJson {
  private static final String TAILS = "tails/";

  private TailsJson() {}

  static void write(List<LinearTails> tails, Contents contents) {
    if (tails.stream().anyMatch(each -> !each.equals(LinearTails.NONE))) {
      contents.put(TAILS + "lower", tails.stream().mapToDouble(LinearTails::lower).toArray());
      contents.put(TAILS + "upper", tails.stream().mapToDouble(LinearTails::upper).toArray());
      contents.put(TAILS + "least", tails.stream().mapToDouble(LinearTails::least).toArray());
      contents.put(TAILS + "greatest", tails.stream().mapToDouble(LinearTails::greatest).toArray());
    }
  }

  /** One per latent. Files of earlier releases, and of models without a flow, have none. */
  static List<LinearTails> read(Node json, Architecture architecture, Contents contents) {
    int latents = architecture.latents();
    if (!contents.has(TAILS + "lower")) {
      return Collections.nCopies(latents, LinearTails.NONE);
    }
    double[] lower = contents.get(TAILS + "lower", latents);
    double[] upper = contents.get(TAILS + "upper", latents);
    boolean ends = contents.has(TAILS + "least");
    double[] least = ends ? contents.get(TAILS + "least", latents) : null;
    double[] greatest = ends ? contents.get(TAILS + "greatest", latents) : null;
    return json.make(
        () ->
            IntStream.range(0, latents)
                .mapToObj(
                    l -> {
                      LinearTails line = LinearTails.of(architecture.flow(l), lower[l], upper[l]);
                      return ends ? line.within(least[l], greatest[l]) : line;
                    })
                .toList());
  }
}
