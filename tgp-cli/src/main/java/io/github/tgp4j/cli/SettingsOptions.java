package io.github.tgp4j.cli;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options kept in a file; {@link SettingsFile} has read it before the command starts. */
final class SettingsOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Take options from a file of lines such as: time-limit = \"2m\". Options of the"
              + " command line override it.")
  Path config; // for the help: SettingsFile finds it among the arguments

  @Option(
      names = "--save-config",
      paramLabel = "FILE",
      description = "Write the options given to a file for --config.")
  private Path saveConfig;

  /** Writes what was given, where that is asked for. */
  void save(CommandLine command, boolean force) {
    if (saveConfig != null) {
      OutputFiles.check(saveConfig, force);
      SettingsFile.save(saveConfig, command.getParseResult());
    }
  }
}
