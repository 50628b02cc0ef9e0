package io.github.tgp4j.covariance;

class ArcCosineCovarianceTest extends ArcCosineContract {
  @Override
  int order() {
    return 1;
  }
}
