/** The libraries behind the linear algebra, and the choice between them. */
package io.github.tgp4j.linalg.internal;
