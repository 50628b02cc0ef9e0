/**
 * The tests that every part must pass, for parts of the library and of your own.
 *
 * <p>Depend on {@code tgp-testing} in test scope and write, for each part, a test class that
 * extends its contract: {@link io.github.tgp4j.testing.FlowContract}, {@link
 * io.github.tgp4j.testing.CovarianceContract}, {@link io.github.tgp4j.testing.LikelihoodContract}
 * or {@link io.github.tgp4j.testing.MeanContract}. The contract's methods are final JUnit tests;
 * the test class gives the part and, where the contract asks, a formula or some targets. {@link
 * io.github.tgp4j.testing.GradientCheck} compares any derivative with differences.
 */
package io.github.tgp4j.testing;
