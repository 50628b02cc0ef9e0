package io.github.tgp4j.linalg.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that used the library and ended leaves no class behind. */
class ClassLoaderTest {
  @TempDir Path directory;

  /** What the application does: fits a small model with native linear algebra and predicts. */
  public static final class Guest implements Runnable {
    @Override
    public void run() {
      double[][] x = new double[30][1];
      double[] y = new double[30];
      for (int i = 0; i < 30; i++) {
        x[i][0] = i / 5.0;
        y[i] = Math.exp(Math.sin(x[i][0]));
      }
      double mean =
          Tgp.builder()
              .flow("sal(1) > softplus")
              .inducing(20)
              .threads(2)
              .plan(TrainingPlan.ofSteps(2))
              .fit(x, y)
              .predict(x)
              .mean()[3];
      if (!(mean > 0) || !Blas.description().equals("OpenBLAS")) {
        throw new IllegalStateException(mean + " by " + Blas.description());
      }
    }
  }

  /** Loads the guest in a class loader of its own and sees whether that can be collected. */
  static final class Host {
    private record Inner(int value) {}

    private record Outer(Inner value) {}

    private Host() {}

    public static void main(String[] args) throws Exception {
      WeakReference<ClassLoader> loader = new WeakReference<>(guest());
      // JDK 17 remembers the types of the last two records it compared; let them be ours.
      boolean equal = new Outer(new Inner(1)).equals(new Outer(new Inner(1)));
      for (int i = 0; i < 30 && loader.get() != null; i++) {
        System.gc();
      }
      System.out.println(equal && loader.get() == null ? "collected" : "kept");
    }

    private static ClassLoader guest() throws Exception {
      String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
      URL[] urls = new URL[entries.length];
      for (int i = 0; i < urls.length; i++) {
        urls[i] = Path.of(entries[i]).toUri().toURL();
      }
      try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
        ((Runnable) loader.loadClass(Guest.class.getName()).getConstructor().newInstance()).run();
        return loader;
      }
    }
  }

  @Test
  void itCanBeCollected() throws IOException, InterruptedException {
    ForkedJava.Outcome host = ForkedJava.run(directory, Host.class);
    assertThat(host.out()).as(host.err()).isEqualTo("collected\n");
  }
}
