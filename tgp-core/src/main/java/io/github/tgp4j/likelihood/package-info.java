/** p(y | f): how a target arises from the latent function after the flow. */
package io.github.tgp4j.likelihood;
