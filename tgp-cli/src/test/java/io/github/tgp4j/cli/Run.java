package io.github.tgp4j.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One run of the command and what came of it. */
record Run(int code, String out, String err) {
  /** The arguments of a fit that takes no time: a plain GP, hardly trained. */
  static Object[] quickFit(Object data, Object... more) {
    List<Object> args =
        new ArrayList<>(List.of("fit", data, "--model", "svgp", "--epochs", 5, "--inducing", 5));
    args.addAll(Arrays.asList(more));
    return args.toArray();
  }

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
