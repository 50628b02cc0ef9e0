package io.github.tgp4j.cli;

import picocli.CommandLine.Option;

/** Where the commands that predict compute. */
final class PredictionDevice {
  @Option(
      names = "--device",
      paramLabel = "WHERE",
      defaultValue = "cpu",
      description =
          "Where rows are predicted: cpu, cuda (an NVIDIA GPU), or auto for a GPU where there is one"
              + " (default: cpu; docs/cuda.md).")
  String name;
}
