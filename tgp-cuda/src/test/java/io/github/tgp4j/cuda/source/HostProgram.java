package io.github.tgp4j.cuda.source;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Kernels compiled by the host's C compiler: a program from numbers to numbers. */
final class HostProgram {
  private final Path program;

  private HostProgram(Path program) {
    this.program = program;
  }

  /**
   * Compiles the text and a main behind it. Skips the test where there is no C compiler.
   *
   * @param options such as "-O2"
   */
  static HostProgram compile(Path folder, String text, String main, String... options) {
    assumeTrue(hasCompiler(), "no C compiler: the kernels cannot be tried on the host");
    try {
      Path source = folder.resolve("kernels.c");
      Path program = folder.resolve("kernels");
      Files.writeString(source, text + resource("host.h") + main);
      List<String> command = new ArrayList<>(List.of("cc", "-std=c11", "-ffp-contract=off", "-w"));
      command.addAll(List.of(options));
      command.addAll(List.of("-o", program.toString(), source.toString(), "-lm"));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError("the kernels do not compile:\n" + messages);
      }
      return new HostProgram(program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean hasCompiler() {
    try {
      return new ProcessBuilder("cc", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static String resource(String name) throws IOException {
    try (InputStream in = HostProgram.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** All that the program answers. */
  DoubleBuffer run(Numbers numbers) {
    try {
      Process process =
          new ProcessBuilder(program.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Thread writer =
          new Thread(
              () -> {
                try (OutputStream out = process.getOutputStream()) {
                  out.write(numbers.bytes());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      writer.start();
      byte[] answer = process.getInputStream().readAllBytes();
      if (process.waitFor() != 0) {
        throw new AssertionError("the kernels' program failed");
      }
      writer.join();
      return ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Numbers for a program. */
  static final class Numbers {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Numbers put(double... values) {
      ByteBuffer buffer = ByteBuffer.allocate(8 * values.length).order(ByteOrder.nativeOrder());
      for (double value : values) {
        buffer.putDouble(value);
      }
      out.writeBytes(buffer.array());
      return this;
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }
}
