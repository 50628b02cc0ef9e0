package io.github.tgp4j.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * axe-core, which finds what readers of screens and keyboards stumble over; where .ci/run has
 * installed it. It is under the MPL and no part of these sources.
 */
final class Axe {
  private static final String RUN =
      "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations"
          + ".filter(v => v.impact === 'serious' || v.impact === 'critical')"
          + ".map(v => v.id + ': ' + v.help + ': ' + v.nodes.slice(0, 4).map(n => n.html + ' '"
          + " + n.any.map(a => a.message).join(' ')).join(' | ')).join('\\n'))";

  private final String script;

  private Axe(String script) {
    this.script = script;
  }

  /** Where TGP_AXE says, or where .ci/run puts it; empty where there is none. */
  static Optional<Axe> find() throws IOException {
    String given = System.getenv("TGP_AXE");
    Path file =
        given != null
            ? Path.of(given)
            : Path.of(
                System.getProperty("user.home"), ".cache/tgp4j/node_modules/axe-core/axe.min.js");
    return Files.isReadable(file) ? Optional.of(new Axe(Files.readString(file))) : Optional.empty();
  }

  /** What is serious or critical on the page; empty for nothing. */
  String check(Browser browser) {
    browser.js("typeof axe === 'undefined' && (() => { " + script + " })()");
    return browser.js(RUN).getAsString();
  }
}
