package io.github.tgp4j.covariance;

class ArcCosineSquaredReluTest extends ArcCosineContract {
  @Override
  int order() {
    return 2;
  }
}
