package io.github.tgp4j.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command and what came of it. */
record Run(int code, String out, String err) {
  static Run of(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    int code = Main.run(new PrintWriter(out), new PrintWriter(err, true), texts);
    return new Run(code, out.toString(), err.toString());
  }
}
