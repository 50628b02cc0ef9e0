package io.github.tgp4j.elementary.internal;

class ScalarElementaryTest extends ElementaryProviderContract {
  @Override
  ElementaryProvider provider() {
    return new ScalarElementary();
  }
}
