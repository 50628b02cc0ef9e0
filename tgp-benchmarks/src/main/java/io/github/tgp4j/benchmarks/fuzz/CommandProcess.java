package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.benchmarks.people.Command;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The {@code tgp} command in another process, which runs one command line after the other. */
final class CommandProcess {
  private final Process process;
  private final BufferedWriter to;
  private final BufferedReader from;

  private CommandProcess(Process process) {
    this.process = process;
    this.to = process.outputWriter(StandardCharsets.UTF_8);
    this.from = process.inputReader(StandardCharsets.UTF_8);
  }

  static CommandProcess start(Path directory) throws IOException {
    return new CommandProcess(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-Xmx400m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ErrorFile=" + directory.resolve("crash.txt"),
                "-cp",
                System.getProperty("java.class.path"),
                CommandProcess.class.getName())
            .redirectError(directory.resolve("log.txt").toFile())
            .start());
  }

  /** Exit code, a tab and what was printed in one line; null where the process ended. */
  String ask(String line) throws IOException {
    to.write(line + "\n");
    to.flush();
    return from.readLine();
  }

  long pid() {
    return process.pid();
  }

  void close() {
    process.destroy();
  }

  /** The other process: a command line per line, its arguments with tabs between. */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      StringWriter text = new StringWriter();
      PrintWriter all = new PrintWriter(text, true);
      int code = Command.run(all, all, line.split("\t"));
      answers.println(code + "\t" + text.toString().replaceAll("\\s+", " "));
      answers.flush();
    }
  }
}
