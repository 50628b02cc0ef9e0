package io.github.tgp4j.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tgp version}: as {@code tgp --version}. */
@Command(
    name = "version",
    description = {"Show the version.", ""})
final class VersionCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    for (String line : new Version().getVersion()) {
      spec.commandLine().getOut().println(line);
    }
    spec.commandLine().getOut().flush();
    return CommandLine.ExitCode.OK;
  }
}
