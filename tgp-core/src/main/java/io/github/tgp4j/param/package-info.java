/** Named parameters with constraints and priors, as values in one flat vector. */
package io.github.tgp4j.param;
