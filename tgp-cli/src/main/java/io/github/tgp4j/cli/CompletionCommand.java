package io.github.tgp4j.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tgp completion}: a script by which a shell completes commands and options. */
@Command(
    name = "completion",
    description = {
      "Print a script with which bash or zsh completes commands and options.",
      "",
      "For this shell: source <(tgp completion). For all: put that line into ~/.bashrc or ~/.zshrc.",
      ""
    })
final class CompletionCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine all = spec.root().commandLine();
    spec.commandLine().getOut().println(AutoComplete.bash("tgp", all));
    spec.commandLine().getOut().flush();
    return CommandLine.ExitCode.OK;
  }
}
