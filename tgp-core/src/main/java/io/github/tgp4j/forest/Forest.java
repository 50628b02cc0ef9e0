package io.github.tgp4j.forest;

import io.github.tgp4j.predict.Distribution;

/** Trees and what their leaves say together. Immutable. */
public sealed interface Forest permits ClassForest, NumberForest {
  /** Its trees. */
  Trees trees();

  /** How many classes it tells apart; 0 where it predicts numbers. */
  int classes();

  /** What is predicted for a row that begins at a place of an array. */
  Distribution predict(double[] x, int at);
}
