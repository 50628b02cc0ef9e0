package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.TableException;
import io.github.tgp4j.io.ModelFileException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The {@code tgp} command. Exit codes: 0 done, 1 a failure of ours, 2 something is wrong with what
 * was given or with where results go, 130 interrupted.
 */
@Command(
    name = "tgp",
    versionProvider = Version.class,
    description = {
      "From a table to predictions that say how sure they are, by transformed Gaussian processes.",
      ""
    },
    footer = {
      "",
      "Start here:",
      "  tgp demo                                   a tour on data it makes itself",
      "  tgp fit sales.csv --target price           choose a model and fit it",
      "  tgp predict sales.tgp new.csv --out predictions.csv",
      "",
      "tgp help COMMAND says more about each command."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      FitCommand.class,
      PredictCommand.class,
      EvaluateCommand.class,
      InfoCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      ServeCommand.class,
      CompletionCommand.class,
      VersionCommand.class,
      HelpCommand.class
    })
public final class Main implements Runnable {
  static final int INTERRUPTED = 130;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  boolean version;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      scope = CommandLine.ScopeType.INHERIT,
      description = "Also add all messages, with times, to a file.")
  Path log;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  Main() {}

  public static void main(String[] args) {
    PrintedOutput printed = new PrintedOutput(new FileOutputStream(FileDescriptor.out));
    PrintWriter out = new PrintWriter(printed, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(out, err, args);
    out.flush();
    System.exit(printed.isReaderGone() ? code : complete(code, out, err));
  }

  /** What was printed must have arrived: scores that were lost are no success. */
  static int complete(int code, PrintWriter out, PrintWriter err) {
    if (out.checkError()) {
      err.println(
          "tgp: standard output cannot be written (is the disk full?): part of what was printed is"
              + " lost");
      return code == CommandLine.ExitCode.OK ? CommandLine.ExitCode.USAGE : code;
    }
    return code;
  }

  /** Runs one command line and returns the exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    line.getSubcommands().get("fit").getCommandSpec().usageMessage().footer(FitCommand.footer());
    line.getSubcommands().values().forEach(GroupedHelp::applyTo);
    line.setOut(out).setErr(err);
    line.setUsageHelpAutoWidth(true).setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(Main::badUsage);
    line.setExecutionExceptionHandler((e, command, parsed) -> failure(e, command));
    String[] expanded;
    try {
      expanded = SettingsFile.expand(args, line);
    } catch (UserException e) {
      return failure(e, line);
    }
    line.setExecutionStrategy(parsed -> main.execute(parsed, line, args));
    return line.execute(expanded);
  }

  /** Runs the command that was parsed, and logs what it says where that is asked for. */
  private int execute(CommandLine.ParseResult parsed, CommandLine line, String... args) {
    if (log == null) {
      return new CommandLine.RunLast().execute(parsed);
    }
    PrintWriter out = line.getOut();
    PrintWriter err = line.getErr();
    LogFile file;
    try {
      file = LogFile.open(log, args);
    } catch (UserException e) {
      return failure(e, line);
    }
    try (file) {
      line.setOut(file.also(out)).setErr(file.also(err));
      try {
        return new CommandLine.RunLast().execute(parsed);
      } catch (CommandLine.ExecutionException e) {
        return e.getCause() instanceof Exception cause
            ? failure(cause, e.getCommandLine())
            : failure(e, e.getCommandLine());
      } finally {
        line.getOut().flush();
        line.getErr().flush();
      }
    }
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "expected a command: demo, fit, predict, evaluate, info, report, compare or serve");
  }

  private static int badUsage(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(name(command) + ": " + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + name(command) + " --help'.");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failure(Exception e, CommandLine command) {
    PrintWriter err = command.getErr();
    if (e instanceof InterruptedFitException) {
      err.println(e.getMessage());
      return INTERRUPTED;
    }
    boolean theirs =
        e instanceof UserException
            || e instanceof TableException
            || e instanceof ModelFileException
            || e instanceof IllegalArgumentException
            || e instanceof ArithmeticException
            || e instanceof UncheckedIOException;
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    err.println(Terminal.plain(name(command) + ": " + message));
    if (theirs && System.getenv("TGP_DEBUG") == null) {
      return CommandLine.ExitCode.USAGE;
    }
    e.printStackTrace(err);
    if (!theirs) {
      err.println("This is a fault of tgp itself: please report it with the lines above.");
    }
    return theirs ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }
}
