package io.github.tgp4j.auto;

import java.util.Objects;

/**
 * A model that a search is asked to try: {@code tgp}, or with its flow {@code tgp: arcsinh-sum(2)}.
 *
 * @param kind not AUTO
 * @param flow in the model language; null for the usual one of its kind
 */
public record ModelRequest(ModelKind kind, String flow) {
  public ModelRequest {
    Objects.requireNonNull(kind, "kind");
    if (kind == ModelKind.AUTO) {
      throw new IllegalArgumentException(
          "candidates: expected models such as svgp or tgp but got auto");
    }
  }

  /** Of a text as {@link #toString} writes it. */
  public static ModelRequest of(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? new ModelRequest(ModelKind.of(text), null)
        : new ModelRequest(
            ModelKind.of(text.substring(0, colon)), text.substring(colon + 1).trim());
  }

  @Override
  public String toString() {
    return kind.text() + (flow == null ? "" : ": " + flow);
  }
}
