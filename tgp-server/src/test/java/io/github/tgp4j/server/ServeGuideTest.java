package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The lines of docs/serve.md that call the server do what they say. */
class ServeGuideTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");

  @RegisterExtension private final TestServer server = TestServer.withModels();
  @TempDir private Path directory;

  @Test
  void everyLineIsAnswered() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "curl is not installed");
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
    Files.write(directory.resolve("houses.csv"), Samples.housesCsv());
    Files.write(directory.resolve("new.csv"), Samples.housesCsv());
    StringBuilder script = new StringBuilder("set -eu\n");
    Matcher blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", "serve.md")));
    int found = 0;
    while (blocks.find()) {
      found++;
      String lines = blocks.group(1).replace("localhost:8080", "localhost:" + server.port());
      script.append(lines.replace("5s", "1s")); // of the fit
    }
    assertThat(found).isEqualTo(4);
    Process process =
        new ProcessBuilder("/bin/bash", "-c", script.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("\"mean\":", "\"state\":\"done\"", "quantile_0.9", "\"q0.9\":");
    assertThat(Files.readAllLines(directory.resolve("predictions.csv"))).hasSize(121);
    assertThat(Files.readString(directory.resolve("report.html"))).contains("<html");
  }
}
