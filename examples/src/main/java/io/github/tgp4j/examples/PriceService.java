package io.github.tgp4j.examples;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Distribution;
import java.util.Locale;

/**
 * What a service does with a model: one row per request, from as many threads as there are
 * requests. Its test shows how a model is replaced by a made-up one.
 */
public final class PriceService {
  private final Model model;

  /** Of a model of one input; models are safe for many threads. */
  public PriceService(Model model) {
    this.model = model;
  }

  /** The answer to one request. */
  public String quote(double area) {
    Distribution price = model.predictRow(area);
    double[] range = price.quantiles(0.1, 0.5, 0.9);
    return String.format(Locale.ROOT, "%.0f (%.0f to %.0f)", range[1], range[0], range[2]);
  }
}
