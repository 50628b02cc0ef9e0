/** GPs without inducing points, the collapsed bound, and the paper's ablation G-SP. */
package io.github.tgp4j.exact;
