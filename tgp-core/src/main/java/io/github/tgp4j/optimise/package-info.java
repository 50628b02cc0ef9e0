/** The steps of training: Adam, natural gradients, quasi-Newton, and what guards and ends them. */
package io.github.tgp4j.optimise;
