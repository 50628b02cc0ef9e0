package io.github.tgp4j.elementary.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.elementary.Elementary;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class ElementaryProvidersTest {
  private final Messages log = new Messages();

  @Test
  void takesVectorsWhereTheModuleIs() {
    assertThat(ElementaryProviders.choose(null, true, log)).isInstanceOf(VectorElementary.class);
    assertThat(log.lines).singleElement().asString().startsWith("DEBUG").contains("lanes");
  }

  @Test
  void fallsBackAndSaysWhatToAdd() {
    assertThat(ElementaryProviders.choose(null, false, log)).isInstanceOf(ScalarElementary.class);
    assertThat(log.lines)
        .singleElement()
        .asString()
        .startsWith("INFO")
        .contains("add --add-modules jdk.incubator.vector");
  }

  @Test
  void thePropertyDecides() {
    assertThat(ElementaryProviders.choose("scalar", true, log))
        .isInstanceOf(ScalarElementary.class);
    assertThat(ElementaryProviders.choose("vector", true, log))
        .isInstanceOf(VectorElementary.class);
    assertThatThrownBy(() -> ElementaryProviders.choose("vector", false, log))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("--add-modules");
    assertThatThrownBy(() -> ElementaryProviders.choose("fast", true, log))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected vector or scalar but got fast");
  }

  @Test
  void theFacadeWorksWithoutTheModule() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                location(Elementary.class) + File.pathSeparator + location(WithoutModule.class),
                WithoutModule.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    double[] y = new double[1];
    new VectorElementary().sinh(new double[] {1.5}, 0, y, 0, 1);
    assertThat(output).contains("add --add-modules jdk.incubator.vector").contains("=" + y[0]);
  }

  private static String location(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  /** Run in a JVM of its own. */
  static final class WithoutModule {
    public static void main(String[] args) {
      double[] x = {1.5};
      Elementary.sinh(x, 0, x, 0, 1);
      System.out.println("=" + x[0]);
    }
  }

  private static final class Messages implements System.Logger {
    final List<String> lines = new ArrayList<>();

    @Override
    public String getName() {
      return "messages";
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
      lines.add(level + " " + format);
    }
  }
}
