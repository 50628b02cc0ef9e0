/** Many random trees that predict together. */
package io.github.tgp4j.forest;
