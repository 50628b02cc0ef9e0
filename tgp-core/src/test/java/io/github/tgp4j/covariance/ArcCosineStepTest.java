package io.github.tgp4j.covariance;

class ArcCosineStepTest extends ArcCosineContract {
  @Override
  int order() {
    return 0;
  }
}
