package io.github.tgp4j.data;

/** Whether a target is taken for numbers or for classes. */
public enum TargetKind {
  /** By the values: texts, and whole numbers 0 to K−1 that all occur, are classes. */
  DETECTED,
  /** Numbers, whatever they look like. */
  NUMBERS,
  /** Classes, whatever they look like. */
  CLASSES
}
