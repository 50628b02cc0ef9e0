package io.github.tgp4j.linalg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.linalg.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvidersTest {
  @TempDir Path directory;

  /** Formats as java.util.logging does: braces count only where there are parameters. */
  private static final class Log implements System.Logger {
    final List<String> lines = new ArrayList<>();

    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      lines.add(level + " " + message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      boolean plain = parameters == null || parameters.length == 0;
      lines.add(level + " " + (plain ? format : MessageFormat.format(format, parameters)));
    }
  }

  private static final NativeLibrary BROKEN =
      new NativeLibrary() {
        @Override
        public String name() {
          return "SomeBLAS";
        }

        @Override
        public Path load() {
          throw new UnsatisfiedLinkError("no 'such' {0} library");
        }
      };

  @Test
  void whatDoesNotLoadIsSaidWithItsReasonAndRemedy() {
    Log log = new Log();
    BlasProvider chosen = Providers.choose("auto", BROKEN, log);
    assertThat(chosen.description()).startsWith("pure Java (");
    assertThat(log.lines).hasSize(2);
    assertThat(log.lines.get(0))
        .isEqualTo(
            "WARNING linear algebra falls back to pure Java, in which training takes three to six"
                + " times as long: SomeBLAS did not load (java.lang.UnsatisfiedLinkError: no 'such'"
                + " {0} library); this platform needs "
                + Providers.artifact());
    assertThatThrownBy(() -> Providers.choose("native", BROKEN, log))
        .isInstanceOf(UnsatisfiedLinkError.class);
  }

  @Test
  void withoutALibraryOneLineNamesTheArtifact() {
    Log log = new Log();
    Providers.choose("auto", null, log);
    assertThat(log.lines.get(0))
        .isEqualTo(
            "INFO linear algebra in pure Java; training is three to six times quicker with "
                + Providers.artifact());
    assertThatThrownBy(() -> Providers.choose("native", null, log))
        .hasMessageContaining("there is none; add the artifact io.github.tgp4j:tgp-openblas-");
    assertThatThrownBy(() -> Providers.choose("fast", null, log))
        .hasMessageContaining("expected auto, native or java but got fast");
  }

  @Test
  void onTheModulePathTheNativesAreNamed() {
    assertThat(Providers.onTheModulePath(Providers.artifact("Linux", "amd64")))
        .endsWith("--add-modules org.bytedeco.openblas.linux.x86_64");
  }

  @Test
  void askedForJavaItSaysNothing() {
    Log log = new Log();
    Providers.choose("java", BROKEN, log);
    assertThat(log.lines).allMatch(line -> line.startsWith("DEBUG"));
  }

  /** The directories under natives/ are the platforms that messages name. */
  @Test
  void everyPlatformHasItsArtifact() {
    List<String> named =
        List.of(
            Providers.artifact("Linux", "amd64"),
            Providers.artifact("Linux", "aarch64"),
            Providers.artifact("Mac OS X", "x86_64"),
            Providers.artifact("Mac OS X", "aarch64"),
            Providers.artifact("Windows 11", "amd64"));
    assertThat(named)
        .doesNotHaveDuplicates()
        .allSatisfy(
            text -> {
              String platform = text.substring(text.indexOf("openblas-") + "openblas-".length());
              assertThat(Files.readString(Path.of("../natives", platform, "pom.xml")))
                  .contains("<artifactId>tgp-openblas-" + platform + "</artifactId>");
            });
  }

  /** Computes with pure Java, then prints which native libraries of ours are in the process. */
  static final class JavaOnly {
    private JavaOnly() {}

    public static void main(String[] args) throws IOException {
      Matrix a = Matrix.identity(40);
      Matrix c = Matrix.zeros(40, 40);
      Blas.gemm(true, false, 2.0, a, a, 0.0, c);
      Blas.potrf(c);
      print(c.get(39, 39) == Math.sqrt(2.0) ? "right" : "wrong");
      for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
        if (line.contains("netlib") || line.contains("blas") || line.contains("javacpp")) {
          print(line);
        }
      }
    }

    private static void print(String line) {
      System.out.println(line);
    }
  }

  @Test
  void pureJavaLoadsNoNativeCodeAndPrintsNothing() throws IOException, InterruptedException {
    assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "a system with /proc");
    ForkedJava.Outcome java = ForkedJava.run(directory, JavaOnly.class, "-Dtgp4j.blas=java");
    assertThat(java.err()).isEmpty();
    assertThat(java.out()).isEqualTo("right\n");
    assertThat(java.exit()).isZero();
    ForkedJava.Outcome natively = ForkedJava.run(directory, JavaOnly.class);
    assertThat(natively.out()).startsWith("right\n").contains("netlib", "openblas");
  }
}
