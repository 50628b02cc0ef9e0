package io.github.tgp4j.cli;

import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tgp serve}: predictions and fits over HTTP. */
@Command(
    name = "serve",
    description = {
      "Answer HTTP requests for predictions and fits, and show a studio in the browser.",
      "",
      "Listens at this machine alone unless told otherwise. docs/serve.md has the requests.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  tgp serve houses.tgp",
      "  tgp serve models --host 0.0.0.0 --keys keys.txt --tls server.p12",
      "  curl -d '{\"rows\": [{\"area\": 80, \"city\": \"Oslo\"}]}' \\",
      "       http://localhost:8080/v1/models/houses/predict"
    })
final class ServeCommand implements Callable<Integer> {
  @Mixin private ServeOptions options = new ServeOptions();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    options.check();
    Serving serving =
        ServiceLoader.load(Serving.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new UserException(
                        "expected tgp-server on the class path but it is not there; take the"
                            + " release archive, or add io.github.tgp4j:tgp-server"));
    serving.serve(options, spec.commandLine().getOut(), spec.commandLine().getErr());
    return CommandLine.ExitCode.OK;
  }
}
