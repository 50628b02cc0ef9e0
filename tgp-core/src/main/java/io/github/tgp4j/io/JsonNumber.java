package io.github.tgp4j.io;

/**
 * A number as it stands in a JSON text. Who reads it decides whether it must be whole and how large
 * it may be, so nothing is computed from {@code 1e999999999} before that.
 */
record JsonNumber(String text) {
  @Override
  public String toString() {
    return text;
  }
}
