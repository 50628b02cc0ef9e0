package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launchers of the release archive; that for Windows can only be read here. */
class LauncherTest {
  private static final Path UNIX = Path.of("..", "tgp");
  private static final Path WINDOWS = Path.of("src", "dist", "tgp.cmd");

  @TempDir private Path directory;

  /** Options of Java that do not depend on the machine. */
  private static Set<String> options(String launcher) {
    Matcher option =
        Pattern.compile("--add-modules \\S+|--enable-\\S+|-XX:\\S+|-Xshare:\\S+|-Xss\\S+")
            .matcher(launcher);
    Set<String> found = new TreeSet<>();
    while (option.find()) {
      found.add(option.group());
    }
    return found;
  }

  @Test
  void bothStartTheSameWithTheSameOptions() throws IOException {
    String unix = Files.readString(UNIX);
    String windows = Files.readString(WINDOWS);
    assertThat(options(windows)).isEqualTo(options(unix)).hasSize(6);
    String main = " " + Main.class.getName() + " ";
    assertThat(unix).contains("$root/lib/*", main + "\"$@\"", "TGP_MEMORY:-1200m");
    assertThat(windows).contains("%~dp0lib\\*", main + "%*", "TGP_MEMORY=1200m");
  }

  /** Has a directory as the archive gives it, with a Java that only tells what it was given. */
  private Path archive() throws IOException {
    Path root = Files.createDirectories(directory.resolve("a release").resolve("tgp-1"));
    Files.createDirectories(root.resolve("lib"));
    Path launcher = Files.copy(UNIX, root.resolve("tgp"));
    Path java = Files.createDirectories(directory.resolve("java").resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nfor a in \"$@\"; do echo \"$a\"; done\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    return launcher;
  }

  private List<String> run(Path launcher, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(Files.createDirectories(directory.resolve("elsewhere")).toFile());
    builder.environment().put("JAVA_HOME", directory.resolve("java").toString());
    builder.environment().remove("TGP_CLASSPATH");
    Process process = builder.start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    process.waitFor();
    return lines;
  }

  @Test
  void runsFromAnywhereThroughALinkWithSpaces() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/env")));
    Path launcher = archive();
    Path link = Files.createSymbolicLink(directory.resolve("tgp link"), launcher);
    List<String> given = run(link, "fit", "my rows.csv");
    String classes = launcher.toRealPath().resolveSibling("lib") + "/*";
    assertThat(given).containsSequence("-cp", classes, Main.class.getName(), "fit", "my rows.csv");
    assertThat(given).contains("-Xmx1200m", "-Dtgp.command=" + link);
  }

  @Test
  void saysWhatIsWrongWithJava() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/env")));
    Path launcher = archive();
    Path java = directory.resolve("java").resolve("bin").resolve("java");
    Files.writeString(java, "#!/bin/sh\necho 'Unrecognized option: --enable-native' >&2\nexit 1\n");
    assertThat(run(launcher, "version")).first().asString().contains("too old", "Java 17");
    Files.delete(java);
    assertThat(run(launcher, "version")).first().asString().contains("not found", "JAVA_HOME");
  }
}
