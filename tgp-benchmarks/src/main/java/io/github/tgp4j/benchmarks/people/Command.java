package io.github.tgp4j.benchmarks.people;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * One run of the {@code tgp} command in this process, and what came of it. The command is there at
 * run time only: benchmarks are not compiled against it.
 */
public record Command(int code, String out, String err) {
  private static final String MAIN = "io.github.tgp4j.cli.Main";

  /** Runs {@code tgp} with these arguments. */
  public static Command run(Object... args) {
    String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = run(new PrintWriter(out), new PrintWriter(err, true), texts);
    return new Command(code, out.toString(), err.toString());
  }

  /** The same with output that goes elsewhere; gives the exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    try {
      Method run =
          Class.forName(MAIN)
              .getMethod("run", PrintWriter.class, PrintWriter.class, String[].class);
      return (int) run.invoke(null, out, err, args);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the command failed without an exit code", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("there is no " + MAIN + " on the class path", e);
    }
  }
}
