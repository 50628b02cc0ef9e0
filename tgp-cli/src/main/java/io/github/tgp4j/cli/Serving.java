package io.github.tgp4j.cli;

import java.io.PrintWriter;

/**
 * Who answers {@code tgp serve}: tgp-server, found as a service, so that no other command loads a
 * web server, and the command works without one.
 */
public interface Serving {
  /**
   * Serves until the process is told to end.
   *
   * @param out is told where, once requests are answered
   * @param err is told of everything else
   */
  void serve(ServeOptions options, PrintWriter out, PrintWriter err);
}
