/**
 * Builders that describe a model and fit it to rows, and the fitted models; a user starts here, at
 * Tgp.
 */
package io.github.tgp4j.model;
