/**
 * Small multi-layer perceptrons that read several outputs (the parameters of a flow) off each row:
 * {@link io.github.tgp4j.network.MlpShape} describes one in the model language and builds it,
 * {@link io.github.tgp4j.network.Mlp} has point-estimated weights with dropout, {@link
 * io.github.tgp4j.network.BayesianMlp} Gaussian ones. Weights live in the model's flat vector;
 * every pullback is written by hand.
 */
package io.github.tgp4j.network;
