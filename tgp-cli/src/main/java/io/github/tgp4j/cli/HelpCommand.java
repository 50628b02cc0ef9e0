package io.github.tgp4j.cli;

import io.github.tgp4j.text.Names;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tgp help fit}: as {@code tgp fit --help}. */
@Command(
    name = "help",
    description = {"Show the help of a command.", ""})
final class HelpCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "COMMAND",
      description = "Which; without one, the list of all.")
  private String name;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine all = spec.root().commandLine();
    CommandLine wanted = name == null ? all : all.getSubcommands().get(name);
    if (wanted == null) {
      throw new UserException(Names.unknown("command", name, all.getSubcommands().keySet()));
    }
    wanted.usage(spec.commandLine().getOut());
    spec.commandLine().getOut().flush();
    return CommandLine.ExitCode.OK;
  }
}
