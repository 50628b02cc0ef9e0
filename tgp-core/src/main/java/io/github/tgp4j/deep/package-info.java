/** Deep GPs: layers of sparse conditionals, their bound and their marginals. */
package io.github.tgp4j.deep;
