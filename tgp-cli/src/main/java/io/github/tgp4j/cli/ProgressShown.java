package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitListener;
import java.util.Locale;

/** Shows the steps of a fit on the progress line. */
final class ProgressShown implements FitListener {
  private final ProgressLine progress;

  ProgressShown(ProgressLine progress) {
    this.progress = progress;
  }

  @Override
  public void onStep(String stage, double share, double bound, double bestNll) {
    if (!progress.isDue()) {
      return;
    }
    String text =
        Double.isNaN(bestNll)
            ? ""
            : String.format(Locale.ROOT, "best NLL of held-out rows %.4g", bestNll);
    progress.show(ModelNames.inWords(stage), share, text);
  }
}
