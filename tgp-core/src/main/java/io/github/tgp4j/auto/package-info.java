/** From a table to a fitted model: what the target is, which models to try, which one to keep. */
package io.github.tgp4j.auto;
